// The yardstick: node:http and pg doing the same work with prepared statements and no session, permission,
// validation or scope check. Runs as its own process; prints its port.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { PLAIN_ARCHIVES, PLAIN_COUNT } from './residents.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, options: '-c TimeZone=Asia/Shanghai' })
const orgId = process.env.BENCH_ORG!
const userId = process.env.BENCH_USER!
const id = () => Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')

const ROWS = `select log_id as id, user_name as "userName", dept_name as "deptName", user_phone as "userPhone", role_name as "roleName",
 emp_name as "empName", to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') as "createTime", ip_address as "ipAddress", module, source, method, remark
 from operation_log where org_id = $1 order by created_at desc, log_id desc limit $2 offset $3`
const COUNT = 'select count(*) as total from operation_log where org_id = $1'
const UPSERT = `insert into user_preference (org_id, user_id, name, value) values ($1, $2, $3, $4)
 on conflict (org_id, user_id, name) do update set value = excluded.value, updated_at = now()`
const LOG = `insert into operation_log (org_id, log_id, user_id, user_name, emp_name, dept_name, role_name, user_phone, source, ip_address, module, method, remark, target_type, target_id, changes, request_id)
 values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)`

const read = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

async function list(page: number, size: number) {
  const rows = await pool.query({ name: 'rows', text: ROWS, values: [orgId, size, (page - 1) * size] })
  const count = await pool.query({ name: 'count', text: COUNT, values: [orgId] })
  return { total: Number(count.rows[0].total), list: rows.rows, pageNum: page, pageSize: size }
}

async function archives(page: number, size: number, keyword: string | null) {
  const like = keyword && `%${keyword}%`
  const values = [orgId, size, (page - 1) * size, like]
  const rows = await pool.query({ name: 'archives', text: PLAIN_ARCHIVES, values })
  const count = await pool.query({ name: 'archivesCount', text: PLAIN_COUNT, values: [orgId, like] })
  return { total: Number(count.rows[0].total), list: rows.rows, pageNum: page, pageSize: size }
}

async function write(name: string, value: unknown) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'upsert', text: UPSERT, values: [orgId, userId, name, JSON.stringify(value)] })
    await client.query({
      name: 'log',
      text: LOG,
      values: [
        orgId,
        id(),
        userId,
        'bench',
        '基准',
        null,
        null,
        null,
        '管理后台',
        '127.0.0.1',
        '个人工作台',
        '保存个人设置',
        '保存个人设置',
        null,
        null,
        null,
        id(),
      ],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  let data: unknown = null
  const asked = (name: string) => Number(url.searchParams.get(name))
  if (request.method === 'GET' && url.pathname.startsWith('/pims'))
    data = await archives(asked('page'), asked('size'), url.searchParams.get('keyword'))
  else if (request.method === 'GET') data = await list(asked('page'), asked('size'))
  else await write(url.pathname.split('/').pop()!, (JSON.parse(await read(request)) as { value: unknown }).value)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ status: 200, desc: '操作成功', data }))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as { port: number }).port}\n`))
process.on('SIGTERM', () => process.exit(0))
