// Operation log, sign-in log and SMS outbox of the caller's organisation.
import { invalid, notFound } from '#contract/kit/refusal'
import { type LogRowData, log, type SmsState } from '#contract/platform/log'
import { SHOWN_CONTENT, SHOWN_PHONE } from '#server/areas/platform/message/sms'
import { sealOf } from '#server/kit/auditChain'
import { verifyChain } from '#server/kit/auditVerify'
import type { Caller } from '#server/kit/caller'
import { type SheetColumn, writeSheet } from '#server/kit/excel'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { within } from '#server/kit/period'
import { storeBuffer } from '#server/kit/uploads'

const between = (column: string, from: string | null | undefined, to: string | null | undefined) =>
  within(column, { from, to, names: ['startDate', 'endDate'] })

const LOG_ROW = `t.log_id as id, t.user_name as "userName", t.dept_name as "deptName", t.user_phone as "userPhone",
  t.role_name as "roleName", t.emp_name as "empName", t.created_at as "createTime", t.ip_address as "ipAddress",
  t.module, t.source, t.method, t.remark`

interface LogDetail extends LogRowData {
  targetType: string | null
  targetId: string | null
  changes: unknown
  requestId: string
  seq: number | null
  hash: string | null
}

async function findLog(who: Caller, id: string): Promise<LogDetail> {
  const found = await who.app.pool.query<Omit<LogDetail, 'seq' | 'hash'>>({
    name: 'operation_log_one',
    text: `select ${LOG_ROW}, t.target_type as "targetType", t.target_id as "targetId", t.changes,
        t.request_id as "requestId"
      from operation_log t where t.org_id = $1 and t.log_id = $2`,
    values: [who.orgId, id],
  })
  if (!found.rows[0]) throw notFound('操作日志')
  const seal = await sealOf(who.app.pool, who.orgId, id)
  return { ...found.rows[0], seq: seal?.seq ?? null, hash: seal?.hash ?? null }
}

const logColumns: readonly SheetColumn<LogRowData>[] = [
  { title: '操作时间', value: 'createTime', as: 'datetime' },
  { title: '账号', value: 'userName' },
  { title: '姓名', value: 'empName' },
  { title: '手机号', value: 'userPhone' },
  { title: '部门', value: 'deptName' },
  { title: '角色', value: 'roleName', width: 24 },
  { title: '操作终端', value: 'source' },
  { title: 'IP 地址', value: 'ipAddress' },
  { title: '功能模块', value: 'module' },
  { title: '操作类型', value: 'method', width: 24 },
  { title: '操作记录', value: 'remark', width: 60 },
]

const LOGIN_ROW = `t.id, t.dept_name as "deptName", t.user_name as "userName", t.emp_name as "empName",
  t.login_time as "loginTime", t.ip_addr as "ipAddr", t.login_app as "loginApp", t.login_terminal as "loginTerminal",
  t.login_status as "loginStatus"`

interface LoginRow {
  id: string
  deptName: string | null
  userName: string
  empName: string | null
  loginTime: string
  ipAddr: string
  loginApp: string | null
  loginTerminal: string
  loginStatus: string
}

const loginColumns: readonly SheetColumn<LoginRow>[] = [
  { title: '登录时间', value: 'loginTime', as: 'datetime' },
  { title: '账号', value: 'userName' },
  { title: '姓名', value: 'empName' },
  { title: '部门', value: 'deptName' },
  { title: 'IP 地址', value: 'ipAddr' },
  { title: '登录端', value: 'loginApp' },
  { title: '终端', value: 'loginTerminal' },
  { title: '结果', value: 'loginStatus', width: 36 },
]

/** A workbook of the chosen rows; answers its address. */
async function exportRows<Row>(
  who: Caller,
  ids: readonly string[],
  plan: { title: string; text: string; columns: readonly SheetColumn<Row>[] },
): Promise<string> {
  if (ids.length === 0) throw invalid('请先选择要导出的记录')
  const found = await who.app.pool.query<Row & object>(plan.text, [who.orgId, ids])
  if (found.rows.length === 0) throw notFound('所选记录')
  const content = await writeSheet({ title: plan.title, columns: plan.columns, rows: found.rows })
  const stored = await storeBuffer(who, content, {
    name: `${plan.title}.xlsx`,
    use: 'export',
    act: `导出 ${found.rows.length} 条${plan.title}`,
  })
  return stored.urlPath
}

export default implement(log, {
  list: (q, who) =>
    pageOfRows<LogRowData>(
      who.app.pool,
      {
        from: 'operation_log t',
        key: 'log_id',
        select: LOG_ROW,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.target_id = ?', q.targetId],
          ['t.target_type = ?', q.targetType],
          ...between('t.created_at', q.startDate, q.endDate),
          ['t.user_name like ?', contains(q.userName)],
          ['t.emp_name like ?', contains(q.empName)],
          ['t.dept_name like ?', contains(q.deptName)],
          ['t.role_name like ?', contains(q.roleName)],
          ['t.user_phone like ?', contains(q.userPhone)],
          ['t.ip_address like ?', contains(q.ipAddress)],
          ['t.source = ?', q.source],
          ['t.method like ?', contains(q.method)],
          ['t.module like ?', contains(q.module)],
        ],
        sorts: { createTime: 't.created_at' },
        defaultSort: 't.created_at desc',
      },
      q,
    ),
  detail: ({ id }, who) => findLog(who, id),
  record: (q, who) =>
    pageOfRows<RecordEntry>(
      who.app.pool,
      {
        from: 'operation_log t',
        key: 'log_id',
        select: `t.log_id as id, t.emp_name as "empName", t.user_name as "userName", t.created_at as "createTime",
          t.source, t.method, t.remark, t.target_type as "targetType", t.changes`,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.target_id = ?', q.targetId],
          ['t.target_type = ?', q.targetType],
        ],
        defaultSort: 't.created_at desc',
      },
      { page: q.page ?? 1, size: q.size ?? 20 },
    ),
  export: ({ items }, who) =>
    exportRows<LogRowData>(who, items, {
      title: '操作日志',
      text: `select ${LOG_ROW} from operation_log t where t.org_id = $1 and t.log_id = any($2)
        order by t.created_at desc, t.log_id desc`,
      columns: logColumns,
    }),
  verify: async (_, who) => {
    const report = await verifyChain(who.app.pool, who.orgId)
    return { ...report, problems: report.problems.map((problem) => problem.text) }
  },
  loginList: (q, who) =>
    pageOfRows<LoginRow>(
      who.app.pool,
      {
        from: 'login_log t',
        key: 'id',
        select: LOGIN_ROW,
        filters: [
          ['t.org_id = ?', who.orgId],
          ...between('t.login_time', q.startDate, q.endDate),
          ['t.user_name like ?', contains(q.userName)],
          ['t.emp_name like ?', contains(q.empName)],
          ['t.dept_name like ?', contains(q.deptName)],
          ['t.login_app like ?', contains(q.loginApp)],
          ['t.login_terminal like ?', contains(q.loginTerminal)],
        ],
        sorts: { loginTime: 't.login_time', createTime: 't.login_time' },
        defaultSort: 't.login_time desc',
      },
      q,
    ),
  loginExport: ({ items }, who) =>
    exportRows<LoginRow>(who, items, {
      title: '登录日志',
      text: `select ${LOGIN_ROW} from login_log t where t.org_id = $1 and t.id = any($2) order by t.login_time desc, t.id desc`,
      columns: loginColumns,
    }),
  smsList: (q, who) =>
    pageOfRows<SmsRow>(
      who.app.pool,
      {
        from: 'sms_message t',
        key: 'message_id',
        select: `t.message_id as "messageId", ${SHOWN_PHONE} as phone, ${SHOWN_CONTENT} as content, t.purpose, t.sealed, t.state, t.failure,
          t.created_at as "createTime", t.sent_at as "sentTime"`,
        filters: [
          ['t.org_id = ?', who.orgId],
          ...between('t.created_at', q.startDate, q.endDate),
          [`${SHOWN_PHONE} like ?`, contains(q.phone)],
          ['t.state = ?', q.state],
        ],
        sorts: { createTime: 't.created_at' },
        defaultSort: 't.created_at desc',
      },
      q,
    ),
})

interface RecordEntry {
  id: string
  empName: string | null
  userName: string | null
  createTime: string
  source: string
  method: string
  remark: string
  targetType: string | null
  changes: unknown
}

interface SmsRow {
  messageId: string
  phone: string
  content: string
  purpose: string
  sealed: boolean
  state: (typeof SmsState.list)[number]['value']
  failure: string | null
  createTime: string
  sentTime: string | null
}
