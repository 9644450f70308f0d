import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../market/place.ts'

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/** nginx on loopback that keeps answers of this server for a second, with its own files in a folder; undefined where there is none. */
export async function startNginx(upstream: string): Promise<ServerProcess | undefined> {
  if (!hasNginx()) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'plinth-nginx-'))
  // Its worker is of another account.
  chmodSync(folder, 0o711)
  const url = `http://127.0.0.1:${await freePort()}`
  writeFileSync(join(folder, 'nginx.conf'), configOf(upstream, url))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answers(url, ended)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: child.pid ?? 0, stop }
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const configOf = (upstream: string, url: string): string => `
daemon off;
pid nginx.pid;
worker_processes 1;
events {}
http {
  access_log off;
  ${TEMPORARY.map((name) => `${name}_temp_path temporary-${name};`).join('\n  ')}
  proxy_cache_path kept keys_zone=kept:10m;
  upstream plain { server ${new URL(upstream).host}; keepalive 16; }
  server {
    listen ${new URL(url).host};
    keepalive_requests 1000000;
    location / {
      proxy_pass http://plain;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_cache kept;
      proxy_cache_valid 200 1s;
      proxy_cache_lock on;
    }
  }
}
`

async function answers(url: string, ended: Promise<unknown>): Promise<void> {
  const isOver = ended.then(() => true)
  for (;;) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => undefined,
    )
    if (status !== undefined) return
    if (await Promise.race([isOver, sleep(50, false)])) throw new Error('nginx did not start')
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
