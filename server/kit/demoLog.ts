// The operation log of the demo organisation: acts that its people are said to have done.
import type { Tx } from './caller.ts'

export interface DemoLogEntry {
  logId: string
  userId: string
  userName: string
  empName: string
  deptName: string
  roleName: string
  ipAddress: string
  module: string
  method: string
  remark: string
  targetType: string
  targetId: string
  changes: object
  requestId: string
}

// Written now, as it is: a row of the log dated back would read as tampering.
const INSERT = `with made as (
  insert into operation_log (org_id, log_id, user_id, user_name, emp_name, dept_name, role_name, source, ip_address, module,
    method, remark, target_type, target_id, changes, request_id)
  select $1, x."logId", x."userId", x."userName", x."empName", x."deptName", x."roleName", '管理后台', x."ipAddress",
    x.module, x.method, x.remark, x."targetType", x."targetId", x.changes, x."requestId"
  from jsonb_to_recordset($2::jsonb) as x("logId" text, "userId" text, "userName" text, "empName" text, "deptName" text,
    "roleName" text, "ipAddress" text, module text, method text, remark text, "targetType" text, "targetId" text,
    changes jsonb, "requestId" text)
  returning org_id, log_id)
insert into audit_pending (org_id, log_id) select org_id, log_id from made`

export async function addDemoLog(tx: Tx, orgId: string, entries: readonly DemoLogEntry[]): Promise<void> {
  await tx.client.query(INSERT, [orgId, JSON.stringify(entries)])
}
