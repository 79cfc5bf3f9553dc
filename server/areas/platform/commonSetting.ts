// Common settings: read with the operator's values behind them, written for the caller's own organisation. They are
// read anew whenever they count, so a save works at once for everybody.
import { type CommonSettingData, commonSetting, WELCOME_PAGE } from '#contract/platform/commonSetting'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { frontOrganisation, type OrgSettings, saveSetting, settingsOf } from './orgSettings.ts'

const NAMES = [
  'unFrozenTimeConfig',
  'photoCodeConfig',
  'loginPageConfig',
  'tokenTimeOutSet',
  'tokenTimeOut',
  'pwdConfig',
  'imgSize',
] as const satisfies readonly (keyof OrgSettings)[]
type Name = (typeof NAMES)[number]
type Values = Pick<OrgSettings, Name>

/** The operation log finds the settings of an organisation under this name. */
const TARGET = 'commonSetting'

type Reader = Parameters<typeof settingsOf>[0]

/** Each setting counts its own saves; together they grow with every one. */
async function versionOf(reader: Reader, orgId: string): Promise<number> {
  const found = await reader.query<{ version: number }>({
    name: 'common_setting_version',
    text: 'select coalesce(sum(version), 0)::int as version from system_config where org_id = $1 and name = any($2)',
    values: [orgId, NAMES],
  })
  return found.rows[0]!.version
}

async function describe(who: Caller): Promise<CommonSettingData> {
  const { pool, settings } = who.app
  const [values, version, front] = await Promise.all([
    settingsOf(pool, who.orgId),
    versionOf(pool, who.orgId),
    frontOrganisation(pool),
  ])
  const elsewhere = front !== null && front !== who.orgId ? front : null
  const owner = elsewhere
    ? await pool.query<{ org_name: string }>('select org_name from organization where org_id = $1', [elsewhere])
    : null
  return {
    unFrozenTimeConfig: values.unFrozenTimeConfig,
    photoCodeConfig: values.photoCodeConfig === 1 ? 1 : 0,
    tokenTimeOutSet: values.tokenTimeOutSet === 1 ? 1 : 0,
    tokenTimeOut: values.tokenTimeOut,
    pwdConfig: values.pwdConfig === 1 ? 1 : 0,
    imgSize: values.imgSize,
    loginPageConfig: values.loginPageConfig,
    version,
    photoCodeOff: !settings.photoCode,
    loginPageOf: owner?.rows[0]?.org_name ?? null,
  }
}

/** What was sent: an empty first page is the work bench, any other empty field says nothing. */
function wanted(body: { [K in Name]?: OrgSettings[K] | null }): Partial<Values> {
  const values: Record<string, unknown> = {}
  for (const name of NAMES) {
    const value = body[name]
    if (value !== undefined && value !== null) values[name] = value
  }
  if (body.loginPageConfig === null) values.loginPageConfig = ''
  return values as Partial<Values>
}

/** A first page as people call it. */
function pageNames({ app }: Caller): (path: unknown) => string {
  const pages = app.nouns.flatMap((noun) => Object.values(noun.pages))
  return (path) => {
    if (path === '' || path === null) return '工作台'
    if (path === WELCOME_PAGE) return '欢迎页'
    const page = pages.find((one) => one.path === path || one.alias?.split(',').includes(String(path)))
    return page?.title ?? String(path)
  }
}

type Body = { [K in Name]?: OrgSettings[K] | null } & { version?: number | null }

async function save(tx: Tx, body: Body, pageName: (path: unknown) => string): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('common setting ' || $1, 0))`, [tx.orgId])
  await refuseStale(tx, TARGET, body.version, await versionOf(tx.client, tx.orgId))
  const before = await settingsOf(tx.client, tx.orgId)
  const sent = wanted(body)
  const changes = changesBetween(
    Object.fromEntries(Object.keys(sent).map((name) => [name, before[name as Name]])),
    sent,
  )
  for (const name of NAMES) {
    const value = sent[name]
    if (name in changes && value !== undefined) await saveSetting(tx.client, tx.orgId, name, value)
  }
  tx.log({
    remark: Object.keys(changes).length > 0 ? '修改通用设置' : '保存通用设置，没有改动',
    targetType: TARGET,
    targetId: TARGET,
    changes: {
      ...changes,
      ...(changes.loginPageConfig && { loginPageConfig: changes.loginPageConfig.map(pageName) as [string, string] }),
    },
  })
}

export default implement(commonSetting, {
  get: (_, who) => describe(who),
  save: async (body, who) => {
    await who.tx(async (tx) => {
      await save(tx, body, pageNames(who))
      // The time-out stands in every cached session.
      tx.after(() => who.app.sessions.forget(who.orgId))
    })
    return describe(who)
  },
})
