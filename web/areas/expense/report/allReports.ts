// The twenty reports in words, by what one wants to know.
import type { ReportName } from '#contract/expense/reportKit'

interface OneReport {
  name: ReportName
  title: string
  about: string
}

interface ReportGroup {
  title: string
  about: string
  reports: readonly OneReport[]
}

export const reportGroups: readonly ReportGroup[] = [
  {
    title: '收款与退款',
    about: '钱什么时候、以什么方式进出',
    reports: [
      { name: 'payment', title: '缴费报表', about: '每一笔收款：时间、收据、老人、方式、收款人，按方式合计。' },
      { name: 'refund', title: '退费报表', about: '每一笔退款：退给谁、为什么退、原单号、经办人和审核人。' },
      { name: 'advance', title: '预存报表', about: '每一笔预存、用到的优惠规则和赠送金额、预存后的余额。' },
      { name: 'collectFees', title: '收费汇总', about: '收款人每天收了多少、该交多少、交了多少，用于交接核对。' },
      { name: 'inDetail', title: '收入明细', about: '收到的钱落在哪一张账单的哪一个费用项目上。' },
      { name: 'consumeDetail', title: '消费明细', about: '账单、院内消费、医疗和抵扣从哪里扣的钱，扣后余额。' },
    ],
  },
  {
    title: '收入与应收',
    about: '应收多少、实收多少、还欠多少',
    reports: [
      { name: 'monthIn', title: '月度收入', about: '每月按费用大类实收多少、退了多少，和上月比。' },
      { name: 'income', title: '收入统计', about: '每月按费用大类应计多少，减去请假、优惠和补贴后的净收入。' },
      { name: 'receivalbe', title: '应收报表', about: '每张账单应收、已收、未收，逾期天数和账龄。' },
      {
        name: 'difference',
        title: '差额报表',
        about: '每位老人本月和上月应收差在哪里：调床、调级、请假、价格、优惠。',
      },
      { name: 'chargeProject', title: '收费项目统计', about: '每个收费项目多少人、多少数量、应收、实收和占比。' },
      { name: 'rent', title: '床位费报表', about: '每张床位占用和空置的天数、床位费应收实收、入住率。' },
      { name: 'medical', title: '医疗费报表', about: '诊疗、药品、检查、耗材：医保支付、自付和是否缴清。' },
    ],
  },
  {
    title: '账户余额',
    about: '老人账上还有多少钱',
    reports: [
      { name: 'balanceDeposit', title: '余额押金汇总', about: '每位老人现在的余额、赠送余额和押金。' },
      { name: 'balance', title: '余额报表', about: '一段时间内余额怎么变的：期初、预存、缴费、退款、期末。' },
      {
        name: 'deposit',
        title: '押金报表',
        about: '一段时间内押金怎么变的：期初、收取、退还、抵扣、期末，和应收押金比。',
      },
      { name: 'refundable', title: '应退报表', about: '如果今天退住，每位老人应退多少、需补多少。' },
    ],
  },
  {
    title: '预订与退住',
    about: '入住前和离开时的钱',
    reports: [
      {
        name: 'reservation',
        title: '预约金报表',
        about: '收的每一笔预订金现在在哪里：在账、转押金、转余额、退还、违约扣除。',
      },
      { name: 'booking', title: '预订报表', about: '现在预订了哪些床位、什么时候入住、还有几天到期。' },
      { name: 'checkOut', title: '退住报表', about: '每张退住结算单：应收、抵扣、补缴、退款。' },
    ],
  },
]
