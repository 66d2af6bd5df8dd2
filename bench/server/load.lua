-- For wrk: arguments are what to ask for (« page » or « leads ») and 8 hexadecimal digits that keep runs apart.
local what, prefix, page
local count = 0

function init(args)
  what, prefix = args[1], args[2]
  page = wrk.format("GET", nil, { ["accept-encoding"] = "br" })
end

-- Each lead is a visitor of its own.
local function lead()
  count = count + 1
  local id = string.format("%s-0000-4000-8000-%012x", prefix, count)
  local body = string.format(
    '{"id":"%s","name":"Zoé Müller","email":"zoe+%s@example.ch","userId":"usr_%s%x","url":"http://localhost/sales"}',
    id, id, prefix, count)
  local address = string.format("10.%d.%d.1", count % 64, count % 61)
  return wrk.format("POST", nil, { ["content-type"] = "application/json", ["x-forwarded-for"] = address }, body)
end

function request()
  return what == "page" and page or lead()
end

function done(summary)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('\n{"answers":%d,"seconds":%f,"failed":%d}\n', summary.requests, summary.duration / 1e6, failed))
end
