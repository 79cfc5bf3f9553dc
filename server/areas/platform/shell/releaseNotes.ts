// What each release brought, in the words of the people who use it. The newest stands first.

export interface ReleaseNote {
  version: string
  /** yyyy-MM-dd */
  date: string
  content: string
}

export const releaseNotes: readonly ReleaseNote[] = [
  {
    version: '0.1.0',
    date: '2026-11-15',
    content: [
      '首个版本：',
      '1. 登录与账号：账号或手机号登录、图形验证码、连续输错锁定、找回密码、首次登录改密、部门与登录端选择。',
      '2. 工作台：三级菜单、页签、快捷入口、全局搜索（支持拼音首字母）、消息、五种主题、水印、个人设置。',
      '3. 机构入驻：机构在线申请，运营方审核。',
      '4. 日志：操作日志逐条留痕并可校验是否被改动，登录日志，短信发件箱，均可导出。',
      '5. 文件上传、Excel 导出、打印、实时消息推送。',
      '6. 一条命令启动，升级前自动备份，支持备份与恢复。',
      '7. 居住：咨询接待、预订、入住、试住、调床、外出、退住，老人档案与完整度，房态图，合同文书。',
      '8. 费用：账户、账单、收费、退费、红冲与补打收据、押金、结算，报表与总账逐分核对。',
      '9. 监护：智能床垫、呼叫器、定位标签实时接入，告警墙、弹窗与语音播报，无人应答逐级通知，夜间曲线与本人基线对比，电子围栏与轨迹回放。',
      '护理、药品、仓储、行政等业务功能将在后续版本中陆续提供。',
    ].join('\n'),
  },
]
