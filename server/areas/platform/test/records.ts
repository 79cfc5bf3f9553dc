// Where the records of the platform are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  location: { table: 'location', id: 'location_id' },
  locationLevel: { table: 'location_level', id: 'level_id' },
  room: { table: 'room', id: 'room_id', dept: 'own' },
  bed: { table: 'bed', id: 'bed_id', dept: 'room' },
  bedMark: { table: 'bed_mark', id: 'bed_id', dept: 'room' },
  dept: { table: 'dept', id: 'dept_id' },
  account: { table: 'account', id: 'user_id', where: "t.user_name = 'zhangcuilan'" },
  role: { table: 'role', id: 'role_id', where: 't.role_level = 1' },
  staffPost: { table: 'job', id: 'job_id' },
  staffPostType: { table: 'job_type', id: 'job_type_id' },
  organisation: { table: 'organization', id: 'org_id' },
  qualification: { table: 'org_qualification', id: 'qualification_id' },
  screen: { table: 'screen_address', id: 'screen_id' },
  jobRun: {
    table: 'job_run',
    id: 'run_id',
    make: `insert into job_run (org_id, run_id, kind, title, state, created_by)
      select org_id, $2, 'test', '任务', 'done', user_id from account where org_id = $1 and user_name = 'zhengkai'`,
  },
  message: {
    table: 'user_message',
    id: 'message_id',
    where: `t.user_id = (select a.user_id from account a where a.org_id = t.org_id and a.user_name = 'zhengkai')`,
  },
  log: { table: 'operation_log', id: 'log_id' },
  loginLog: { table: 'login_log', id: 'id' },
  authority: { table: 'authority', id: 'authority_id', shared: 'menus are the same for all organisations' },
  landingEnd: { table: 'landing_end', id: 'landing_end_id', shared: 'landing ends are the same for all organisations' },
  release: { table: 'version_record', id: 'record_id', shared: 'release notes are the same for all organisations' },
} satisfies StoredRecords
