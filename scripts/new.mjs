// npm run new -- live outing 外出登记: contract, handlers, page with list and form, and test of a noun, ready to be filled;
// refuses to touch what exists.
import './lib/node.mjs'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './lib/root.mjs'

const [area, noun, title] = process.argv.slice(2)
const NAME = /^[a-z][A-Za-z0-9]*$/
if (!area || !noun || !title || !NAME.test(area) || !NAME.test(noun)) {
  console.error('用法：npm run new -- <area> <noun> <中文标题>，例如 npm run new -- live outing 外出登记')
  process.exit(1)
}

const table = noun.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const Noun = noun[0].toUpperCase() + noun.slice(1)

const base = `/pims/web-org/${noun}`

const files = {
  [`contract/${area}/${noun}.ts`]: `// ${title}: what both sides agree on.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, nothing, obj, opt, type Static, str, text } from '#contract/kit/schema'

const ${Noun} = obj({ ${noun}Id: str(), name: str('名称'), createTime: str('创建时间'), version: int() })
export type ${Noun}Data = Static<typeof ${Noun}>

const fields = { name: text('名称', { max: 30, pattern: /\\S/, hint: '不能为空' }) }
const path = '${base}'

export const ${noun} = noun('${area}', '${noun}', {
  title: '${title}',
  calls: {
    list: call.get(path, {
      needs: '${area}:${noun}:list',
      act: '${title}列表',
      query: pageQuery({ name: opt(str('名称')) }),
      data: pageOf(${Noun}),
    }),
    get: call.get(\`\${path}/{${noun}Id}\`, {
      needs: '${area}:${noun}:list',
      act: '${title}详情',
      data: ${Noun},
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(path, {
      needs: '${area}:${noun}:update',
      act: '新增${title}',
      body: obj(fields),
      data: ${Noun},
      refuses: ['ALREADY_EXISTS'],
    }),
    save: call.put(path, {
      needs: '${area}:${noun}:update',
      act: '修改${title}',
      body: obj({ ${noun}Id: id('${title}', { of: '${noun}' }), ...fields, version: opt(int()) }),
      data: ${Noun},
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(\`\${path}/{${noun}Id}\`, {
      needs: '${area}:${noun}:update',
      act: '删除${title}',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: { path: '/${area}/${noun}', title: '${title}', tab: true, needs: '${area}:${noun}:list' },
  },
})
`,
  [`server/areas/${area}/${noun}/${noun}.ts`]: `// ${title}.
import { type ${Noun}Data, ${noun} } from '#contract/${area}/${noun}'
import { Refusal } from '#contract/kit/refusal'
import { ${noun} as table } from '#server/areas/${area}/tables'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'

onConstraint('${table}_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的${title}' }, 'name'))

const all = rows<${Noun}Data, typeof table>(table, {
  title: '${title}',
  target: '${noun}',
  name: 'name',
  row: { ${noun}Id: table.${noun}Id, name: table.name, createTime: table.createdAt, version: table.version },
  logged: ['name'],
})

export default implement(${noun}, {
  list: (q, who) =>
    all.page(who, q, { search: ['name'], sorts: ['createTime', 'name'], sort: 'createTime desc' }),
  get: ({ ${noun}Id }, who) => all.get(who, ${noun}Id),
  add: ({ name }, who) => who.tx((tx) => all.add(tx, { name: name.trim() })),
  save: ({ ${noun}Id, name, version }, who) =>
    who.tx(async (tx) => all.change(tx, await all.hold(tx, who, ${noun}Id, version), { name: name.trim() })),
  remove: async ({ ${noun}Id }, who) => {
    await who.tx((tx) => all.remove(tx, who, ${noun}Id))
    return null
  },
})
`,
  [`web/areas/${area}/${noun}/list.page.tsx`]: `import { type ${Noun}Data, ${noun} } from '#contract/${area}/${noun}'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { editOf, formOf } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'

const { list, get, add, save, remove } = ${noun}.calls
const cols = columns(list, {
  name: { title: '名称', search: true, sort: true },
  createTime: { title: '创建时间', as: datetime, sort: true },
})
const fields = { name: { wide: true } } as const

const edit = (row: ${Noun}Data) =>
  editOf(save, row, {
    title: '修改${title}',
    about: row.name,
    fields,
    values: ({ name }: ${Noun}Data) => ({ name }),
    also: ({ ${noun}Id, version }: ${Noun}Data) => ({ ${noun}Id, version }),
    again: () => send(get, { ${noun}Id: row.${noun}Id }),
  })

export default () => (
  <ListPage
    call={list}
    columns={cols}
    rowKey="${noun}Id"
    title="${title}"
    create={formOf(add, { title: '新增${title}', fields, done: '${title}已新增' })}
    actions={[
      { title: '编辑', needs: save.needs, form: edit },
      actionOf(remove, {
        title: '删除',
        danger: true,
        input: (row: ${Noun}Data) => ({ ${noun}Id: row.${noun}Id }),
        confirm: (row) => ({
          title: \`删除${title}“\${row.name}”？\`,
          effects: ['不能撤销，只能重新新增'],
          verb: '删除',
          safe: '不删除',
        }),
        done: (row) => \`已删除“\${row.name}”\`,
      }),
    ]}
    empty={{ title: '还没有${title}', text: '点“新增${title}”登记第一条。' }}
  />
)
`,
  [`server/areas/${area}/${noun}/${noun}.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ${Noun}Data } from '#contract/${area}/${noun}'
import type { PageInfo } from '#contract/kit/paging'
import { demoApp, type TestApp } from '#server/kit/test/app'

const PATH = '${base}'
let app: TestApp
let admin: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(() => app.close())

const ask = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
  app.ask<T>(method, \`\${PATH}\${path}\`, { token: admin, ...(body && { body }) })

test('${title}: added once, found, changed by whoever comes first, removed', async () => {
  const { data: made } = await ask<${Noun}Data>('POST', '', { name: '甲' })
  expect(await ask('POST', '', { name: '甲' })).toMatchObject({ status: 40904, data: { field: 'name' } })
  const found = await ask<PageInfo<${Noun}Data>>('GET', '?name=甲')
  expect(found.data.list.map((row) => row.${noun}Id)).toEqual([made.${noun}Id])
  const body = { ${noun}Id: made.${noun}Id, name: '乙', version: made.version }
  expect((await ask<${Noun}Data>('PUT', '', body)).data).toMatchObject({ name: '乙', version: 2 })
  expect((await ask('PUT', '', body)).status).toBe(40902)
  expect((await ask('DELETE', \`/\${made.${noun}Id}\`)).status).toBe(200)
  expect((await ask('GET', \`/\${made.${noun}Id}\`)).status).toBe(40400)
})
`,
}

/** Written by hand into the tables of the area, where a reader looks for it. */
const declared = `export const ${noun} = pgTable(
  '${table}',
  {
    orgId: idColumn('org_id').notNull().references(() => organization.orgId),
    ${noun}Id: idColumn('${table}_id').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.${noun}Id] }), unique('${table}_name').on(t.orgId, t.name)],
)`

const there = Object.keys(files).filter((file) => existsSync(join(root, file)))
if (there.length > 0) {
  console.error(`已存在，没有改动任何文件：${there.join('、')}`)
  process.exit(1)
}
for (const [file, content] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
  console.log(`+ ${file}`)
}
console.log(`接着：
1. contract/kit/records.ts：records 加 ${noun}: '${title}'，pathNames 加 ${noun}Id: '${noun}'
2. server/areas/${area}/test/records.ts：加 ${noun}: { table: '${table}', id: '${table}_id' }
3. server/areas/${area}/tables.ts 里加下面的表，然后 npm run db:generate -- --name ${noun}
4. 菜单与权限见 CONTRIBUTING.md

${declared}`)
