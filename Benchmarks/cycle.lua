-- What a browser does in a game: a form is sent, the page is asked for, and so on. Without a form, the
-- page is asked for again and again.
--
-- Arguments: the path of the page, the path of the form or nothing, and a cookie for each thread.
--
-- The form sets the ante of Craps to $5 and $10 in turn: a move that is saved like a roll, and that
-- neither ends nor grows, so that every round measures the same.

local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

local page, form, cookie, get, revision, isPost, ante

function init(arguments)
  page, form = arguments[1], arguments[2]
  cookie = arguments[2 + number]
  get = wrk.format("GET", page, { Cookie = cookie })
  -- Known after the first page.
  revision = nil
  isPost = false
  ante = 5
  if form == "" then
    -- Nobody looks at the answers, which is cheaper.
    response = nil
  end
end

function request()
  if form == "" then
    return get
  end
  isPost = revision ~= nil and not isPost
  if not isPost then
    return get
  end
  ante = 15 - ante
  local headers = { Cookie = cookie, ["Content-Type"] = "application/x-www-form-urlencoded" }
  return wrk.format("POST", form, headers, "revision=" .. revision .. "&ante=" .. ante)
end

function response(status, _, body)
  if status == 200 then
    revision = tonumber(body:match('name="revision" value="(%d+)"')) or 0
  elseif status == 303 then
    revision = revision + 1
  end
end
