"""A server of the program under test, and connections that write through it."""
import http.client, json, re, signal, subprocess, urllib.parse


class Server:
    """`tablepages serve --writable` on a free port, in the owner's hands."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, "serve", "--writable", "--port", "0", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.cookie = None
        link = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the server did not start")
            if found := re.search(r"serves http://([^/\s]+)/", line):
                self.host = found.group(1)
            if found := re.search(r"(http://\S*/-/sign-in\?token=\S+)", line):
                link = urllib.parse.urlsplit(found.group(1))
                break
        self.sign_in(link)

    def sign_in(self, link):
        connection = self.connection()
        connection.request("GET", f"{link.path}?{link.query}")
        answer = connection.getresponse()
        answer.read()
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]

    def connection(self):
        return http.client.HTTPConnection(self.host, timeout=30)

    def post(self, connection, path, value):
        """Sends JSON; answers the status and what came back."""
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.host}", "Sec-Fetch-Site": "same-origin"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection.request("POST", path, json.dumps(value), headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def kill(self):
        """`kill -9`: no warning, no time."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self.process.stdout.close()
