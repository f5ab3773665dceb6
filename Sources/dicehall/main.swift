import FastCGI

// Plain CGI programs may get a query as their arguments, so these are ignored.
if PlainCGI.isPlainCGI {
  answerOneRequest()
} else {
  Dicehall.start()
}
