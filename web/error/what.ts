// What the error page says. Everything it is told stands in the address, so it is shown as plain text, cut to a
// reasonable length, and never followed anywhere.
import { ERROR_PAGE, STANDALONE } from '#web/kit/constants'

export interface Trouble {
  code: number | null
  message: string
  id: string | null
  /** What the person can do now. */
  advice: string
  /** The page to try again. */
  retry: string
}

const LONGEST = 300
const MAIN = 'index.html'

function adviceOf(code: number | null): string {
  switch (code) {
    case 999:
      return '请检查本机网络；网络正常时，可能是服务器正在重启，请稍候再试。'
    case 408:
    case 504:
      return '服务器没有及时答复，请稍候再试。'
    case 401:
    case 4010:
    case 403:
    case 2001:
      return '当前账号没有这项权限，请联系管理员，或换一个账号登录。'
    case 404:
      return '要打开的内容不存在，可能是地址有误或系统刚刚升级，请刷新后再试。'
    case 998:
    case 9999:
      return '页面程序没有正常运行。请刷新后再试；仍然出现时，请把编号告诉信息科。'
    default:
      return '请再试一次；仍然出现时，请把编号告诉信息科。'
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what is taken out
const CONTROL = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

const plain = (text: string | null) => (text ?? '').replace(CONTROL, ' ').trim().slice(0, LONGEST)

/** Only a page of this product, by its bare name. */
function retryPage(from: string | null): string {
  const name = (from ?? '').split('/').pop() ?? ''
  const known = STANDALONE.find((page) => page === name)
  return known && known !== ERROR_PAGE ? known : MAIN
}

export function readTrouble(search: string): Trouble {
  const query = new URLSearchParams(search)
  const number = query.get('code') ?? ''
  const code = /^\d{1,6}$/.test(number) ? Number(number) : null
  const id = query.get('id') ?? ''
  return {
    code,
    message: plain(query.get('message')) || '页面没有打开',
    id: /^[\w-]{4,40}$/.test(id) ? id : null,
    advice: adviceOf(code),
    retry: retryPage(query.get('from')),
  }
}
