import FastCGI

// A query can reach the arguments of a plain CGI program, so nothing of them is read then.
if PlainCGI.isPlainCGI {
  answerOneRequest()
} else {
  Dicehall.start()
}
