// npm run new -- live outing 外出登记: the three files of a noun, ready to be filled; refuses to touch what exists.
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

const files = {
  [`contract/${area}/${noun}.ts`]: `// ${title}: what both sides agree on.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { obj, opt, type Static, str } from '#contract/kit/schema'

const ${Noun} = obj({ ${noun}Id: str(), name: str(), createTime: str() })
export type ${Noun}Data = Static<typeof ${Noun}>

export const ${noun} = noun('${area}', '${noun}', {
  title: '${title}',
  calls: {
    list: call.get('/pims/web-org/${noun}', {
      needs: '${area}:${noun}:list',
      act: '${title}列表',
      query: pageQuery({ name: opt(str('名称')) }),
      data: pageOf(${Noun}),
    }),
  },
  pages: {
    list: { path: '/${area}/${noun}', title: '${title}', tab: true, needs: '${area}:${noun}:list' },
  },
})
`,
  [`server/areas/${area}/${noun}/${noun}.ts`]: `// ${title}.
import { type ${Noun}Data, ${noun} } from '#contract/${area}/${noun}'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'

export default implement(${noun}, {
  list: (query, who) =>
    pageOfRows<${Noun}Data>(
      who.app.pool,
      {
        from: '${table} t',
        key: '${table}_id',
        select: 't.${table}_id as "${noun}Id", t.name, t.created_at as "createTime"',
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.name like ?', contains(query.name)],
        ],
        sorts: { createTime: 't.created_at' },
        defaultSort: 't.created_at desc',
      },
      query,
    ),
})
`,
  [`web/areas/${area}/${noun}/list.page.tsx`]: `import { ${noun} } from '#contract/${area}/${noun}'
import { instant } from '#web/kit/fields/date'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'

const cols = columns(${noun}.calls.list, {
  name: { title: '名称', search: true },
  createTime: { title: '创建时间', as: instant, sort: true },
})

export default () => <ListPage call={${noun}.calls.list} columns={cols} rowKey="${noun}Id" title="${title}" />
`,
}

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
console.log(`接着：在 server/areas/${area}/tables.ts 里加表 ${table}，执行 npm run db:generate，再写 ${noun}.test.ts`)
