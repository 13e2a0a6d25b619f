@_exported public import FileTables
@_exported public import MicroHTTP
@_exported public import SQLTables
@_exported public import SQLiteTables
@_exported public import Secrets
@_exported public import TableModel
@_exported public import TableRendering
@_exported public import TableServer
