# The requirements that one file of tests claims: `ID <tab> title <tab> file`, once per claim.
#
# An ID counts in the title of a @Test or @Suite, in a comment above or on its line, and in a comment inside it.
# Needs -v file=NAME and -v ids=PATTERN.

function claim(text) {
  while (match(text, ids)) {
    print substr(text, RSTART, RLENGTH) "\t" title "\t" file
    text = substr(text, RSTART + RLENGTH)
  }
}

# Sets `title` from the first string of the line, or from the name that is declared there; 0 if there is neither.
function find_title(text) {
  if (match(text, /"([^"\\]|\\.)*"/)) {
    title = substr(text, RSTART + 1, RLENGTH - 2)
  } else if (match(text, /(func|struct|class|actor) [A-Za-z0-9_]+/)) {
    title = substr(text, RSTART, RLENGTH)
    sub(/^[a-z]+ /, "", title)
  } else {
    return 0
  }
  return 1
}

/^[ \t]*\/\// {
  above = above " " $0
  next
}

/^[ \t]*@(Test|Suite)/ {
  waiting = 1
  text = above
  above = ""
}

# The title may stand on a line after the attribute's opening parenthesis.
waiting {
  text = text " " $0
  if (find_title($0)) {
    waiting = 0
    claim(text)
  }
  next
}

title != "" {
  claim(above)
  if (match($0, /\/\/.*/)) claim(substr($0, RSTART))
}

NF { above = "" }
