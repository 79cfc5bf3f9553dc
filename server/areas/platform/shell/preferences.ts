// What a user arranged for themselves: columns, density, quick entries. The console decides what the values mean.
import { invalid } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'

const NAME = /^[A-Za-z][A-Za-z0-9_:./-]{0,119}$/
const MOST_BYTES = 64 * 1024
const MOST_NAMES = 300

export async function preferencesOf(who: Caller): Promise<Record<string, unknown>> {
  const found = await who.app.pool.query<{ name: string; value: unknown }>({
    name: 'preferences',
    text: 'select name, value from user_preference where org_id = $1 and user_id = $2 order by name',
    values: [who.orgId, who.userId],
  })
  return Object.fromEntries(found.rows.map(({ name, value }) => [name, value]))
}

/** What the log calls them, by the part before the first colon; the log of one's own settings is read by people. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['density', '列表密度'],
  ['theme', '配色'],
  ['largeText', '大字'],
  ['sideFolded', '收起菜单'],
  ['favourites', '收藏的页面'],
  ['quickEntry', '快捷入口'],
  ['list', '列设置'],
  ['filters', '常用查询'],
  ['expense.printReceipt', '收款后打印收据'],
  ['systemManage.section', '系统管理的当前页'],
])
const wordOf = (name: string) => WORDS.get(name.split(':', 1)[0]!) ?? name

/** null forgets the preference. */
export async function savePreference(who: Caller, name: string, value: unknown): Promise<void> {
  if (!NAME.test(name)) throw invalid('设置名称只能含字母、数字和 : . / _ -，以字母开头', 'name')
  const text = JSON.stringify(value ?? null)
  if (Buffer.byteLength(text) > MOST_BYTES) throw invalid('设置内容不能超过 64 KB', 'value')
  const key = [who.orgId, who.userId, name]
  if (value === null || value === undefined) {
    await who.once(
      {
        name: 'forget_preference',
        text: 'delete from user_preference where org_id = $1 and user_id = $2 and name = $3 returning name',
        values: key,
      },
      { remark: `恢复默认的个人设置“${wordOf(name)}”` },
    )
    return
  }
  const remark = `保存个人设置“${wordOf(name)}”`
  const values = [...key, text]
  // Nearly every save changes what is there; only a new name is held to the limit.
  const changed = await who.once(
    {
      name: 'change_preference',
      text: `update user_preference set value = $4::jsonb, updated_at = now()
        where org_id = $1 and user_id = $2 and name = $3 returning name`,
      values,
    },
    { remark },
  )
  if (changed.length > 0) return
  const saved = await who.once(
    {
      name: 'add_preference',
      text: `insert into user_preference (org_id, user_id, name, value)
        select $1::varchar, $2::varchar, $3::text, $4::jsonb
         where (select count(*) from user_preference where org_id = $1 and user_id = $2) < ${MOST_NAMES}
        on conflict (org_id, user_id, name) do update set value = excluded.value, updated_at = now()
        returning name`,
      values,
    },
    { remark },
  )
  if (saved.length === 0) throw invalid(`个人设置最多 ${MOST_NAMES} 项`, 'name')
}
