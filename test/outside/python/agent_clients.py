"""Each Python client for the protocol, as agents use it: connects, lists the tools, calls one, reads its structured data.

Takes the address of the endpoint (or, over stdio, what is started, as JSON), a key and the names of clients; prints a line of JSON for each: what it got, or the messages of what
it raised. No model is called.
"""

import asyncio
import json
import logging
import sys
import time
import webbrowser
from collections.abc import Awaitable, Callable
from typing import Any

TOOL = "search_food"
ARGUMENTS = {"q": "milk", "limit": 1}
# a client that waits so long hangs
TIMEOUT_S = 30

Found = tuple[list[str], Any]


async def mcp_client(url: str, headers: dict[str, str]) -> Found:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers=headers) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            tools = (await client.list_tools()).tools
            answer = await client.call_tool(TOOL, ARGUMENTS)
            return [tool.name for tool in tools], answer.structured_content


async def mcp_stdio(command: str, _: dict[str, str]) -> Found:
    from mcp import Client, StdioServerParameters

    async with Client(StdioServerParameters(**json.loads(command))) as client:
        tools = (await client.list_tools()).tools
        answer = await client.call_tool(TOOL, ARGUMENTS)
        return [tool.name for tool in tools], answer.structured_content


async def mcp_1_client(url: str, headers: dict[str, str]) -> Found:
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(url, headers=headers) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            answer = await session.call_tool(TOOL, ARGUMENTS)
            return [tool.name for tool in tools], answer.structuredContent


async def fastmcp_client(url: str, headers: dict[str, str]) -> Found:
    from fastmcp import Client
    from fastmcp.client.transports import StreamableHttpTransport

    async with Client(StreamableHttpTransport(url, headers=headers)) as client:
        tools = await client.list_tools()
        answer = await client.call_tool(TOOL, ARGUMENTS)
        return [tool.name for tool in tools], answer.structured_content


async def fastmcp_oauth(url: str, headers: dict[str, str]) -> Found:
    from fastmcp import Client
    from fastmcp.client.transports import StreamableHttpTransport

    async with Client(StreamableHttpTransport(url, headers=headers), auth="oauth") as client:
        return [tool.name for tool in await client.list_tools()], None


async def openai_agents(url: str, headers: dict[str, str]) -> Found:
    from agents.mcp import MCPServerStreamableHttp

    async with MCPServerStreamableHttp({"url": url, "headers": headers}) as server:
        tools = await server.list_tools()
        answer = await server.call_tool(TOOL, ARGUMENTS)
        return [tool.name for tool in tools], answer.model_dump(by_alias=True)["structuredContent"]


async def pydantic_ai(url: str, headers: dict[str, str]) -> Found:
    from pydantic_ai.mcp import MCPToolset

    async with MCPToolset(url, headers=headers) as toolset:
        tools = await toolset.list_tools()
        return [tool.name for tool in tools], await toolset.direct_call_tool(TOOL, ARGUMENTS)


async def langchain(url: str, headers: dict[str, str]) -> Found:
    from langchain_mcp_adapters.client import MultiServerMCPClient

    client = MultiServerMCPClient({"fooddata": {"transport": "streamable_http", "url": url, "headers": headers}})
    tools = {tool.name: tool for tool in await client.get_tools()}
    call = {"type": "tool_call", "id": "1", "name": TOOL, "args": ARGUMENTS}
    answer = await tools[TOOL].ainvoke(call)
    return list(tools), answer.artifact["structured_content"]


CLIENTS: dict[str, Callable[[str, dict[str, str]], Awaitable[Found]]] = {
    "mcp": mcp_client,
    "mcp over stdio": mcp_stdio,
    "mcp 1": mcp_1_client,
    "fastmcp": fastmcp_client,
    "fastmcp with OAuth": fastmcp_oauth,
    "openai-agents": openai_agents,
    "pydantic-ai": pydantic_ai,
    "langchain-mcp-adapters": langchain,
}


def messages(error: BaseException | None) -> list[str]:
    """What was raised, what is grouped in it, and what it came from; each once, for they refer to each other."""
    seen: list[BaseException] = []
    waiting = [error]
    while waiting:
        next_error = waiting.pop()
        if next_error is None or next_error in seen:
            continue
        seen.append(next_error)
        waiting += [next_error.__context__, next_error.__cause__, *getattr(next_error, "exceptions", ())]
    return [f"{type(each).__name__}: {each}" for each in seen]


def no_browser(url: str, *_: object, **__: object) -> bool:
    raise AssertionError(f"a browser was asked for, to sign in at {url}")


async def main(url: str, key: str, *names: str) -> None:
    webbrowser.open = no_browser
    for name in names:
        said: dict[str, object] = {"client": name}
        started = time.monotonic()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                said["tools"], said["data"] = await CLIENTS[name](url, {"X-API-Key": key})
        except Exception as error:
            said["raised"] = messages(error)
        print(json.dumps(said | {"seconds": round(time.monotonic() - started, 1)}), flush=True)


logging.disable(logging.ERROR)
asyncio.run(main(*sys.argv[1:]))
