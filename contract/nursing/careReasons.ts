// Reasons that are pressed instead of typed. Others are written in words, so these are no option set.

export const REFUSE_REASONS = ['不愿意', '身体不适', '正在休息', '家属在旁'] as const
export const LATE_REASONS = ['处理告警', '人手不足', '设备离线', '忘记记录'] as const
