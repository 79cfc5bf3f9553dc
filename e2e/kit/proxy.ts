// A network between a browser and the product that can be cut without a word: no connection ends, nothing arrives, and
// when it is mended what was on its way goes on, as TCP does it.
import { connect, createServer, type Socket } from 'node:net'

export interface Network {
  url: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function networkTo(target: string): Promise<Network> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<{ near: Socket; far: Socket | null }>()
  let whole = true

  function join(pair: { near: Socket; far: Socket | null }): void {
    const { near } = pair
    if (!pair.far) {
      pair.far = connect(Number(port), hostname)
      pair.far.on('error', () => undefined)
      // Whether it ended while the network was cut is learnt when it is whole again.
      pair.far.on('close', () => whole && drop(pair))
    }
    if (pair.far.destroyed || near.destroyed) {
      drop(pair)
      return
    }
    near.pipe(pair.far, { end: false })
    pair.far.pipe(near, { end: false })
  }
  function drop(pair: { near: Socket; far: Socket | null }): void {
    pair.near.destroy()
    pair.far?.destroy()
    pairs.delete(pair)
  }

  const server = createServer((near) => {
    const pair = { near, far: null }
    pairs.add(pair)
    near.on('error', () => undefined)
    near.on('close', () => whole && drop(pair))
    if (whole) join(pair)
    else near.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut() {
      whole = false
      for (const { near, far } of pairs) {
        near.unpipe()
        near.pause()
        far?.unpipe()
        far?.pause()
      }
    },
    mend() {
      whole = true
      for (const pair of [...pairs]) join(pair)
    },
    async close() {
      for (const pair of [...pairs]) drop(pair)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
