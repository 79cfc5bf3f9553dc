// What a database must hold before the product can be used: landing ends, the operator, release notes, the menu; and
// on the first start either the demo organisation or one administrator.

import { syncAuthorities } from '#server/areas/platform/authority/menuSeed'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { closeKnownPasswords } from '#server/areas/platform/demo/demoPasswords'
import { hashPassword, oneTimePassword } from '#server/areas/platform/session/password'
import { releaseNotes } from '#server/areas/platform/shell/releaseNotes'
import { addAccount, addPresets } from '#server/areas/platform/user/accountCreate'
import type { AppContext } from '#server/kit/context'
import { areas } from '#server/kit/contributions'
import { demoContext } from '#server/kit/demo'
import { fixedId } from '#server/kit/ids'
import { runStartWorks } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'
import { VERSION } from '#server/kit/version'
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from './fixedRows.ts'

const MODULE = '系统初始化'
const OPERATOR_NAME = '颐园运营中心'
const FIRST_START = 'first start'

/** Told how far a first start is, in per cent, and what it is doing. */
export type Tell = (percent: number, doing: string) => void

/** Every start: brings what the product itself keeps up to date. The first start: fills the database. */
export async function firstStart(app: AppContext, say: (line: string) => void, tell?: Tell): Promise<string[]> {
  await ensureFoundation(app)
  await syncAuthorities(app, app.nouns)
  const fresh = !(await hasAccounts(app))
  const greeting = await fill(app, fresh, say, tell)
  await runStartWorks(app)
  return [...greeting, ...(await closeKnownPasswords(app))]
}

async function fill(app: AppContext, fresh: boolean, say: (line: string) => void, tell?: Tell): Promise<string[]> {
  if (!app.settings.demo) return fresh ? firstAdministrator(app) : []
  if (fresh) {
    say('首次启动，正在装入演示机构……')
    await untilNotDeadlocked(app, () => loadDemo(app, tell))
  }
  return demoGreeting(app)
}

const DEADLOCK = '40P01'
const TRIES = 3

/** Work of the clock runs beside it and locks tables in its own order: who is chosen to give way begins anew, from nothing. */
async function untilNotDeadlocked(app: AppContext, work: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || tried === TRIES) throw error
      app.log.warn({ err: error, tried }, 'the demo gave way to other work and begins again')
    }
  }
}

// Across organisations: whether this is a first start.
const SOMEBODY = 'select exists (select 1 from account) as some'

async function hasAccounts({ pool }: Pick<AppContext, 'pool'>): Promise<boolean> {
  const found = await pool.query<{ some: boolean }>(SOMEBODY)
  return found.rows[0]!.some
}

const versionId = (version: string) => fixedId(`version:${version}`)

/** Landing ends, the operator's organisation and the notes of this release. */
async function ensureFoundation(app: AppContext): Promise<void> {
  if (!releaseNotes.some((note) => note.version === VERSION)) throw new Error(`release ${VERSION} has no release note`)
  const ends = Object.entries(landingEnds).map(([code, end]) => ({ code, ...end }))
  const notes = releaseNotes.map(({ version, date, content }) => ({
    id: versionId(version),
    title: `V${version} 版本更新`,
    date,
    content,
  }))
  const missing = await app.pool.query<{ ends: number; notes: number; operator: boolean }>(
    `select (select count(*) from landing_end where landing_end_id = any($1)) as ends,
       (select count(*) from version_record v join jsonb_to_recordset($2::jsonb) as n(id text, title text, content text)
          on v.record_id = n.id and v.title = n.title and v.content = n.content) as notes,
       exists (select 1 from organization where org_id = $3) as operator`,
    [ends.map((end) => end.id), JSON.stringify(notes), OPERATOR_ORG],
  )
  const have = missing.rows[0]!
  if (have.operator && have.ends === ends.length && have.notes === notes.length) return
  await systemTransaction(app, OPERATOR_ORG, MODULE, '准备基础数据', async (tx) => {
    await tx.client.query(
      `insert into landing_end (landing_end_id, landing_end_name, landing_end_code, device_type)
       select e.id, e.name, e.code, e."deviceType"
         from jsonb_to_recordset($1::jsonb) as e(id text, name text, code text, "deviceType" jsonb)
       on conflict do nothing`,
      [JSON.stringify(ends)],
    )
    await tx.client.query(
      `insert into organization (org_id, org_code, org_name, org_level, org_status, contact_name)
       values ($1, '000000', $2, 1, 1, '平台运营') on conflict do nothing`,
      [OPERATOR_ORG, OPERATOR_NAME],
    )
    await tx.client.query(
      `insert into version_record (record_id, title, release_date, content)
       select n.id, n.title, n.date, n.content
         from jsonb_to_recordset($1::jsonb) as n(id text, title text, date text, content text)
       on conflict (record_id) do update
         set title = excluded.title, release_date = excluded.release_date, content = excluded.content`,
      [JSON.stringify(notes)],
    )
    tx.log({ remark: '写入登录端、运营机构与版本记录' })
  })
}

/** What the parts of the demonstration fill from which order on, and after how many per cent of a first start they begin. */
const DEMO_STAGES = [
  { order: 0, from: 20, doing: '装入演示数据：机构、部门和人员' },
  { order: 30, from: 24, doing: '装入演示数据：老人档案和床位' },
  { order: 46, from: 28, doing: '装入演示数据：咨询、探访和合同文本' },
  { order: 60, from: 33, doing: '装入演示数据：设备、外出和定位' },
  { order: 64, from: 39, doing: '装入演示数据：健康数据' },
  { order: 65, from: 46, doing: '装入演示数据：十四个月的账单和收费' },
  { order: 66, from: 78, doing: '装入演示数据：夜间监护和告警' },
  { order: 70, from: 88, doing: '装入演示数据：结算、合同和登记表' },
]
const DEMO_DONE = 96

function stageOf(order: number): { from: number; to: number; doing: string } {
  const at = DEMO_STAGES.findLastIndex((stage) => stage.order <= order)
  const { from, doing } = DEMO_STAGES[at]!
  return { from, to: DEMO_STAGES[at + 1]?.from ?? DEMO_DONE, doing }
}

/** Two processes may start on one empty database; the second waits here and finds the work done. */
async function once(app: AppContext, orgId: string, method: string, work: Parameters<typeof systemTransaction>[4]) {
  let done = false
  await systemTransaction(app, orgId, MODULE, method, async (tx) => {
    await tx.client.query('select pg_advisory_xact_lock(hashtext($1))', [FIRST_START])
    const found = await tx.client.query<{ some: boolean }>(SOMEBODY)
    if (found.rows[0]!.some) {
      tx.log({ remark: `${method}：已由另一进程完成` })
      return
    }
    await work(tx)
    done = true
  })
  return done
}

async function firstAdministrator(app: AppContext): Promise<string[]> {
  const userName = 'administrator'
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  const made = await once(app, OPERATOR_ORG, '创建管理员', async (tx) => {
    const userId = await addAccount(tx, {
      orgId: OPERATOR_ORG,
      userName,
      passwordHash,
      empName: '平台管理员',
      isAdmin: true,
      resetPassword: true,
    })
    await addPresets(tx, OPERATOR_ORG, OPERATOR_NAME)
    tx.log({ remark: `创建平台管理员账号 ${userName}`, targetType: 'account', targetId: userId })
  })
  return made ? [`管理员账号 ${userName}，一次性密码 ${password}（只显示这一次，首次登录须修改）`] : []
}

async function loadDemo(app: AppContext, tell: Tell = () => undefined): Promise<void> {
  await once(app, DEMO_ORG, '装入演示机构', async (tx) => {
    const day = await tx.client.query<{ today: string }>('select current_date as today')
    const demo = demoContext(app, DEMO_ORG, OPERATOR_ORG, day.rows[0]!.today)
    for (const part of areas().demoParts) {
      const { from, to, doing } = stageOf(part.order)
      demo.progress = (done) => tell(from + (to - from) * done, doing)
      demo.progress(0)
      await part(tx, demo)
    }
  })
  tell(DEMO_DONE, '收尾')
  // Without statistics the planner walks all beds for every resident; the database would make them up only later. The parts
  // have looked at what they stand on; the rest is looked at while the first one signs in.
  app.pool.query('analyze').catch((error) => app.log.error({ err: error }, 'analyze after the first start failed'))
}

async function demoGreeting({ pool, settings }: AppContext): Promise<string[]> {
  const found = await pool.query<{ some: boolean }>(
    'select exists (select 1 from organization where org_id = $1) as some',
    [DEMO_ORG],
  )
  if (!found.rows[0]!.some) return []
  const width = (text: string) => [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 2 : 1), 0)
  const pad = (text: string, to: number) => text + ' '.repeat(Math.max(1, to - width(text)))
  return [
    '演示账号（账号 / 初始密码）：',
    ...demoAccounts.map((one) => `  ${pad(one.title, 18)}${pad(one.userName, 14)}${one.password}`),
    ...(settings.open
      ? []
      : [
          '演示模式只监听本机，其他电脑打不开。正式使用请用 DEMO=off 启动；要让其他电脑访问演示，请设 DEMO_OPEN=on 和 HOST=0.0.0.0',
        ]),
  ]
}
