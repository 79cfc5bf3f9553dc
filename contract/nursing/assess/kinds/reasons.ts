// Why somebody is assessed, as the standards list it.

export const reasonsOf2013 = [
  '接受服务前初评',
  '接受服务后的常规评估',
  '状况发生变化后的即时评估',
  '因评估结果有疑问进行的复评',
].map((text, i) => ({ value: i + 1, text }))

export const reasonsOf2023 = ['首次评估', '常规评估', '即时评估', '因对评估结果有疑问进行的复评', '其他'].map(
  (text, i) => ({ value: i + 1, text }),
)

export const riskReasons = ['入住前评估', '定期复评', '状况变化或事件后', '护理等级变更', '其他'].map((text, i) => ({
  value: i + 1,
  text,
}))
