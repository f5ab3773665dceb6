import FastCGI

// A query can end up in the arguments of a plain CGI program, so ignore them there.
if PlainCGI.isPlainCGI {
  answerOneRequest()
} else {
  Dicehall.start()
}
