// What the server refuses on purpose, in one table. Session and permission codes are those existing clients
// know; business codes have five digits because the shell then shows the text alone.

export const refusals = {
  NO_PERMISSION: [401, '权限不足，无法访问，请联系管理员'],
  SESSION_EXPIRED: [4011, '登录状态已过期，请重新登录'],
  SIGNED_IN_ELSEWHERE: [4012, '该账号已在别处登录，请重新登录'],
  ACCOUNT_CHANGED: [4013, '用户关键信息已变更，请重新登录'],
  ORGANISATION_STOPPED: [4013, '机构已被平台冻结，暂时不能使用，请联系平台运营方'],
  NOT_FOUND: [40400, '{what}不存在，或不在您的数据范围内'],
  INVALID_INPUT: [42200, '{message}'],
  STATE_NOT_ALLOWED: [40901, '当前状态为“{state}”，不能{act}'],
  CHANGED_MEANWHILE: [40902, '这条记录刚被{who}修改过，请核对后再保存'],
  IN_USE: [40903, '{what}正被使用，不能删除：{users}'],
  ALREADY_EXISTS: [40904, '{what}已存在'],
  REQUEST_NUMBER_REUSED: [40905, '请求号已用于另一项操作，请刷新页面后重试'],
  /** Possible, but to be confirmed: the body is sent again with this sentence as `confirmed`. */
  NEEDS_CONFIRM: [40907, '请确认：{what}'],
  /** What was agreed to is not what it would be now. */
  GROUND_CHANGED: [40908, '情况有变，没有批准：{what}。请看过新的试算再批准'],
  TAKEN_BY_OTHER: [40906, '{who}已去处理这条告警，关闭前请先与其确认'],
  TOO_MANY_REQUESTS: [42900, '操作过于频繁，请{wait}后再试'],
  WRONG_LOGIN: [40101, '账号或密码不正确，还可尝试 {left} 次'],
  ACCOUNT_FROZEN: [40102, '密码连续输错，账号已锁定，请 {minutes} 分钟后再试或联系管理员解除'],
  ACCOUNT_DISABLED: [40103, '账号已停用，请联系管理员'],
  ORGANISATION_FROZEN: [40104, '机构已被冻结，请联系平台运营方'],
  WRONG_PHOTO_CODE: [40105, '图形验证码不正确或已过期，请重新输入'],
  WRONG_SMS_CODE: [40106, '短信验证码不正确或已过期'],
  NO_LANDING_END: [40107, '该账号没有可用的登录端，请联系管理员分配角色'],
  WRONG_PASSWORD: [40108, '原密码不正确'],
  PASSWORD_CHANGE_REQUIRED: [40109, '首次登录请先修改初始密码'],
  NO_SMS: [40111, '本系统没有接入短信，收不到验证码；忘记密码请联系机构管理员，在“设置 → 用户”中重置'],
  NOT_PROVEN: [40110, '请先完成手机验证，再重设密码'],
  UPLOAD_TYPE: [41500, '上传文件必须是 {list} 格式'],
  UPLOAD_SIZE: [41300, '上传文件大小不能超过 {limit}MB'],
  UPLOAD_CONTENT: [41501, '文件内容与扩展名不符，请重新选择文件'],
  SCREEN_SESSION: [40301, '大屏只能显示大屏上的数据，其他内容请登录管理后台查看'],
  SWITCHED_OFF: [40302, '{what}未开启，请联系管理员'],
  BODY_SIZE: [41301, '提交内容过大，不能超过 {limit}'],
  CROSS_SITE: [40303, '请求来自其他网站，已拒绝，请从本系统的网址打开页面后再操作'],
  WRONG_PIN: [40311, '口令不正确，还可尝试 {left} 次'],
  PIN_FROZEN: [40312, '口令连续输错，已锁定，请 {minutes} 分钟后再试，或在自己的电脑上登录处理'],
  NO_PIN: [40313, '{name}还没有设置大屏口令，请先登录管理后台，在告警墙下方点“我的大屏口令”设置'],
  /** Whether the last statement was stored is not known: the connection went away before its answer. */
  DATABASE_AWAY: [50300, '数据库暂时连不上，系统正在自动恢复，请稍等再试；刚才的操作可能没有保存，请核对后再做'],
  SCREEN_ADDRESS: [40310, '大屏地址无效或已停用，请向机构管理员索取新的大屏地址'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals
export type Facts = Record<string, string | number>

export function refusalText(code: RefusalCode, facts: Facts = {}): string {
  return refusals[code][1].replace(/\{(\w+)\}/g, (_, key: string) => String(facts[key] ?? ''))
}

/** A deliberate no. Anything else that is thrown is a defect. */
export class Refusal extends Error {
  readonly status: number
  /** What clients read of the answer although it is a no; instead of the field. */
  data?: object
  constructor(
    readonly code: RefusalCode,
    readonly facts: Facts = {},
    readonly field?: string,
  ) {
    super(refusalText(code, facts))
    this.name = 'Refusal'
    this.status = refusals[code][0]
  }
}

/** Refuses input with a message of its own at one field. */
export const invalid = (message: string, field?: string) => new Refusal('INVALID_INPUT', { message }, field)
export const notFound = (what: string) => new Refusal('NOT_FOUND', { what })
