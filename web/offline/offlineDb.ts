// The device's own store: presses that wait, and the last answers, by user.
import type { QueueStore, Waiting } from './queue.ts'

const NAME = 'yiyuan-offline'
const QUEUE = 'queue'
const KEPT = 'kept'

interface Kept {
  key: string
  user: string
  at: number
  data: unknown
}

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(QUEUE, { keyPath: 'no' })
      asked.result.createObjectStore(KEPT, { keyPath: 'key' })
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('设备存储打不开'))
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

async function within<T>(
  store: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await open()
  return new Promise<T>((resolve, reject) => {
    // Strict: told as written only when it is on the disk.
    const tx = db.transaction(store, mode, { durability: 'strict' })
    const asked = act(tx.objectStore(store))
    tx.oncomplete = () => resolve(asked.result)
    tx.onerror = () => reject(tx.error ?? new Error('设备存储写不进去'))
    tx.onabort = () => reject(tx.error ?? new Error('设备存储已满'))
  })
}

export const queueStore: QueueStore = {
  async all(user) {
    const all = (await within(QUEUE, 'readonly', (store) => store.getAll())) as Waiting[]
    return all.filter((one) => one.user === user).sort((a, b) => a.order - b.order)
  },
  put: async (one) => void (await within(QUEUE, 'readwrite', (store) => store.put(one))),
  remove: async (no) => void (await within(QUEUE, 'readwrite', (store) => store.delete(no))),
}

/** Presses on this device that belong to somebody else. */
export async function othersWaiting(user: string): Promise<number> {
  const all = (await within(QUEUE, 'readonly', (store) => store.getAll())) as Waiting[]
  return all.filter((one) => one.user !== user).length
}

/** The last answer, so that the page stands without network; answers of other users are thrown away. */
export async function keepAnswer(user: string, key: string, data: unknown): Promise<void> {
  await within(KEPT, 'readwrite', (store) =>
    store.put({ key: `${user} ${key}`, user, at: Date.now(), data } satisfies Kept),
  )
}

export async function keptAnswer<T>(user: string, key: string): Promise<{ at: number; data: T } | null> {
  const all = (await within(KEPT, 'readonly', (store) => store.getAll())) as Kept[]
  for (const other of all.filter((one) => one.user !== user))
    await within(KEPT, 'readwrite', (store) => store.delete(other.key))
  const found = all.find((one) => one.key === `${user} ${key}`)
  return found ? { at: found.at, data: found.data as T } : null
}
