// The values of a library's API are declared by the layers below; an application imports this
// module alone.
@_exported public import KinoCore
@_exported public import KinoScan
