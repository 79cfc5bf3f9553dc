// Keeps the bedside page on the device, so that it opens without network. Pages and scripts only: what is known about elders is
// kept by the page itself, for who is signed in.
const PAGE = '/bedside.html'
const STORE = 'yiyuan-bedside'
const PATIENCE_MS = 4000

/** The page and every file it names; what an earlier release left behind goes. */
async function fill() {
  const answer = await fetch(PAGE, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${PAGE}: ${answer.status}`)
  const text = await answer.clone().text()
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1])
  const store = await caches.open(STORE)
  const known = new Set((await store.keys()).map((request) => new URL(request.url).pathname))
  await store.addAll(files.filter((file) => !known.has(file)))
  await store.put(PAGE, answer)
  const wanted = new Set([PAGE, ...files])
  for (const path of known) if (!wanted.has(path)) await store.delete(path)
}

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The server's page while it answers in time, so that a new release arrives; otherwise the one on the device. */
async function page() {
  const kept = await caches.match(PAGE)
  try {
    const answer = await fetch(PAGE, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!answer.ok && kept) return kept
    return answer
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname === PAGE) {
    event.respondWith(page())
    // Only after the answer: the network of a ward is slow enough without it.
    event.waitUntil(fill().catch(() => undefined))
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)))
  }
})
