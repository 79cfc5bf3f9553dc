import { startEmbedded } from '/work/main/server/kit/postgres.ts'
const p = await startEmbedded({ dataDir: '/work/d6/benchdb', log: () => undefined })
console.log(p.url)
process.on('SIGTERM', () => void p.stop().then(() => process.exit(0)))
setInterval(() => {}, 1000)
