"""nginx and lighttpd before a few backends, each on a port of its own."""

from kit.halls import free_port
from race import CONNECTIONS

NGINX = """daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid;
error_log {folder}/log; events {{ }}
http {{
  access_log off; keepalive_requests 1000000000;
  client_body_temp_path {folder}/body; fastcgi_temp_path {folder}/fastcgi;
  proxy_temp_path {folder}/proxy; scgi_temp_path {folder}/scgi; uwsgi_temp_path {folder}/uwsgi;
  {upstreams}
  fastcgi_keep_conn on;
  fastcgi_param REQUEST_METHOD $request_method;
  fastcgi_param REQUEST_URI $request_uri;
  fastcgi_param QUERY_STRING $query_string;
  fastcgi_param CONTENT_TYPE $content_type;
  fastcgi_param CONTENT_LENGTH $content_length;
  fastcgi_param REQUEST_SCHEME $scheme;
  fastcgi_param REMOTE_ADDR $remote_addr;
  fastcgi_param SERVER_PROTOCOL $server_protocol;
  fastcgi_param SCRIPT_FILENAME {folder}/craps.php;
  {servers}
}}
"""

LIGHTTPD = """server.modules = ( "mod_fastcgi" )
server.bind = "127.0.0.1"
server.port = {port}
server.document-root = "{folder}"
server.errorlog = "{folder}/log"
server.max-keep-alive-requests = 65535
fastcgi.server = ( "/" => (( "socket" => "{place}", "check-local" => "disable" )) )
"""


def start_nginx(folder, processes, places):
    """One port for each of the sockets, by name."""
    ports = {name: free_port() for name in places}
    (folder / "nginx.conf").write_text(NGINX.format(
        folder=folder,
        upstreams="\n  ".join(
            f"upstream {name} {{ server unix:{place}; keepalive {CONNECTIONS}; }}"
            for name, place in places.items()),
        servers="\n  ".join(
            f"server {{ listen 127.0.0.1:{port}; location / {{ fastcgi_pass {name}; }} }}"
            for name, port in ports.items())))
    processes.start_at(
        ("127.0.0.1", max(ports.values())), "nginx", "-p", folder, "-e", folder / "log", "-c",
        folder / "nginx.conf")
    return {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}


def start_lighttpd(folder, processes, place):
    """Before one backend."""
    port = free_port()
    (folder / "lighttpd.conf").write_text(LIGHTTPD.format(folder=folder, port=port, place=place))
    processes.start_at(("127.0.0.1", port), "lighttpd", "-D", "-f", folder / "lighttpd.conf")
    return f"http://127.0.0.1:{port}"
