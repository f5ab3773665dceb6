"""A way to a database that takes its time, counts, and can be cut."""

import asyncio
import contextlib
import pathlib
import threading


class Relay:
    """A socket in `folder` that leads to the server's; every message takes `delay` seconds more.

    `trips` counts how often it was asked after it had answered. After `swallow`, the next answer to a
    statement with those words is lost, and with it every connection; there are no new ones until it
    `opens` again.
    """

    def __init__(self, folder, server, delay=0.0):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.server, self.delay, self.trips = server, delay, 0
        self.pairs, self.words, self.is_open = [], None, True
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        self.thread = threading.Thread(target=self.run, args=(ready,), daemon=True)
        self.thread.start()
        ready.wait()

    @property
    def address(self):
        return f"host={self.folder} user=hall dbname=hall"

    def run(self, ready):
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(asyncio.start_unix_server(
            self.lead, self.folder / ".s.PGSQL.5432"))
        ready.set()
        self.loop.run_forever()
        # That they are cancelled is no news.
        self.loop.set_exception_handler(lambda *_: None)
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self.loop.close()

    async def lead(self, reader, writer):
        if not self.is_open:
            return writer.close()
        try:
            there = await asyncio.open_unix_connection(self.server.folder / ".s.PGSQL.5432")
        except OSError:
            return writer.close()
        link = {"answered": True, "writers": (writer, there[1]), "names": {}, "is_mute": False}
        self.pairs.append(link)
        await asyncio.gather(
            self.pass_on(reader, there[1], link, True),
            self.pass_on(there[0], writer, link, False))

    async def pass_on(self, reader, writer, link, is_question):
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                if is_question and link["answered"]:
                    self.trips += 1
                link["answered"] = not is_question
                if is_question:
                    self.listen(data, link)
                elif link["is_mute"]:
                    return self.end()
                await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        writer.close()

    def listen(self, data, link):
        """Remembers what is prepared (a message P), and notices when it is run (B)."""
        if data[:1] == b"P":
            name, words = data[5:].split(b"\0")[:2]
            link["names"][name] = words
        elif data[:1] == b"B" and self.words:
            name = data[5:].split(b"\0")[1]
            if self.words in link["names"].get(name, b""):
                self.words, self.is_open, link["is_mute"] = None, False, True

    def swallow(self, words):
        self.words = words.encode()

    def opens(self):
        self.is_open = True

    def end(self):
        for link in self.pairs:
            for writer in link["writers"]:
                writer.transport.abort()
        self.pairs.clear()

    def cut(self):
        """Ends every connection, whatever is under way."""
        self.loop.call_soon_threadsafe(self.end)

    def stop(self):
        self.cut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
