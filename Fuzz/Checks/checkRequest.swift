import Web

/// Reads any bytes as what a web server passes on: variables, each a line `NAME=value`, then an empty
/// line and the body.
/// - Throws: a `Finding` if a request is accepted whose path, host or length breaks its own rules, if
///   a form or an upload has more than it may have, or if a form changes when it is written again.
public func checkRequest(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  let (lines, body) = parts(of: bytes)
  var values: [String: String] = ["REQUEST_METHOD": "POST", "REQUEST_URI": "/"]
  for line in lines {
    let pair = line.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2 else { continue }
    values[String(decoding: pair[0], as: UTF8.self)] = String(decoding: pair[1], as: UTF8.self)
  }
  let gateway = Gateway(
    trustedProxies: [AddressBlock("10.0.0.0/8"), AddressBlock("::1")].compactMap { $0 })
  guard
    var request = try? Request(
      variables: { values[$0.name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }] },
      gateway: gateway)
  else { return }
  // A mark behind the slash would make one letter of both.
  try expect(
    request.path.utf8.first == UInt8(ascii: "/"), "the path \(request.path) begins with a slash")
  try expect(0...Request.maximumBody ~= request.bodyLength, "\(request.bodyLength) bytes are read")
  try expect(request.host.map(HostName.isValid) ?? true, "the host \(request.host ?? "") is valid")
  try checkForm(request.query)
  for name in ["dicehall", "a"] {
    let value = Cookies.value(of: name, in: request.cookies)
    try expect(value?.contains(";") != true, "a cookie ends at a semicolon")
  }
  request.body = Array(body)
  if let form = try? request.form() { try checkForm(form) }
  guard let upload = try? Multipart(request.body, contentType: request.contentType) else { return }
  try expect(
    upload.parts.count <= Multipart.maximumParts, "\(upload.parts.count) parts are too many")
  let size = upload.parts.reduce(0) { $0 + $1.content.count }
  try expect(size <= body.count, "parts of \(size) bytes in a body of \(body.count)")
}

/// The lines before the first empty one, and what follows it.
private func parts(
  of bytes: ArraySlice<UInt8>
) -> (lines: [ArraySlice<UInt8>], body: ArraySlice<UInt8>) {
  var lines: [ArraySlice<UInt8>] = []
  var rest = bytes
  while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
    let line = rest[..<end]
    rest = rest[(end + 1)...]
    if line.isEmpty { return (lines, rest) }
    lines.append(line)
  }
  return (lines + [rest], [])
}

private func checkForm(_ form: Form) throws(Finding) {
  try expect(form.fields.count <= Form.maximumFields, "\(form.fields.count) fields are too many")
  // A byte of a name may take three when it is written.
  let fields = form.fields.filter { $0.name.utf8.count <= Form.maximumNameLength / 3 }
  let text = PercentCoding.encode(fields.map { ($0.name, $0.value) })
  try expect(
    (try? Form(urlencoded: Array(text.utf8)))?.fields == fields, "\(text) is not what was written")
}
