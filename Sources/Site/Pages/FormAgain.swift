import Mustache
import Web

/// A form that was refused only for now, with all that was filled in, so that it can be sent again.
struct FormAgain {
  /// Its address as it stands in a page.
  let address: String
  let fields: [Form.Field]

  /// - Returns: `nil` unless the request is a form that one of our own pages may have sent.
  init?(_ request: Request) {
    guard request.method == .post,
      !request.isCrossSite || Audience(of: request.path) == .frames,
      let form = try? request.form()
    else { return nil }
    let query = PercentCoding.encode(request.query.fields.map { ($0.name, $0.value) })
    address =
      request.mount + PercentCoding.encodePath(request.path) + (query.isEmpty ? "" : "?\(query)")
    fields = form.fields
  }
}

extension FormAgain: Fielded {
  package static func declare(_ field: inout Fields<FormAgain>) {
    field("address") { $0.address }
    field("fields") { $0.fields }
  }
}

extension Status {
  /// Whether the same request may be answered in a while.
  var isForNow: Bool { self == .tooManyRequests || self == .unavailable }
}
