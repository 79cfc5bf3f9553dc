// While the product starts, a door of its own answers at the same port, so that a long upgrade is not mistaken for a dead
// process. During a first start, which fills the database, and during an upgrade it shows the sign-in page with how far that is.
import { existsSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIVE, type Preparing, READY, readinessOf } from './health.ts'
import { createHttp, serveWeb } from './http.ts'
import type { Settings } from './settings.ts'

/** The sign-in page, told that there is nobody yet to sign in to. */
const PAGE = '/login.html'
const PREPARING_PAGE = `${PAGE}?preparing`
/** What the page is made of; everything else of the web belongs to a product that runs. */
const PARTS = /^\/(?:assets|static)\/|^\/(?:favicon\.svg|old-browser\.js)$/

export interface StartingDoor {
  /** From the first word on, people who come are shown how far it is. */
  tell(percent: number, doing: string): void
  /** The same, of the upgrade of a house that people work in. */
  tellUpgrade(percent: number, doing: string): void
  close(): Promise<void>
}

const sentence = ({ percent, doing, upgrade }: Preparing) =>
  upgrade
    ? `系统正在升级：${doing}（${percent}%），完成后即可继续使用，请稍候`
    : `首次启动，正在${doing}（${percent}%），准备好后即可登录，请稍候`

/** Answers until the product does; a port that is taken is found out by the product itself. */
export async function startingDoor(settings: Settings, webFolder: string): Promise<StartingDoor> {
  let preparing: Preparing | undefined
  const far = (percent: number) => Math.max(preparing?.percent ?? 0, Math.min(99, Math.floor(percent)))
  const telling = {
    tell: (percent: number, doing: string) => {
      preparing = { percent: far(percent), doing }
    },
    tellUpgrade: (percent: number, doing: string) => {
      preparing = { percent: far(percent), doing, upgrade: true }
    },
  }
  if (settings.port === 0) return { ...telling, close: async () => undefined }
  const web = existsSync(webFolder)
  const door = await createHttp({ ...settings, logLevel: 'fatal' })
  const refuse = (reply: FastifyReply) => {
    const desc = preparing ? sentence(preparing) : readinessOf(['start']).desc
    return reply.code(503).send({ status: 503, desc, message: desc, data: null })
  }
  /** True where the file is for whoever waits. */
  const isShown = ({ method, url }: FastifyRequest) =>
    web && preparing !== undefined && method === 'GET' && (url === PREPARING_PAGE || PARTS.test(url.split('?')[0]!))
  door.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?')[0]!
    reply.header('connection', 'close')
    if (path === LIVE) reply.send({ live: true })
    else if (path === READY) reply.code(503).send({ ...readinessOf(['start']), ...(preparing && { preparing }) })
    else if (isShown(request)) done()
    else if (web && preparing && request.method === 'GET' && (path === '/' || path.endsWith('.html')))
      reply.redirect(PREPARING_PAGE)
    else refuse(reply)
  })
  await serveWeb(door, webFolder)
  const listening = await door.listen({ port: settings.port, host: settings.host }).then(
    () => true,
    () => false,
  )
  return { ...telling, close: async () => void (listening && (await door.close())) }
}
