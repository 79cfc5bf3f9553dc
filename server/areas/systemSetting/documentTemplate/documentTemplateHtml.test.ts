// The allow-list of a template's text: what the editor makes comes back unchanged, everything else is gone.
import { describe, expect, it } from 'vitest'
import { cleanDocument, fillHtml } from './documentTemplateHtml.ts'

const clean = (html: string) => cleanDocument(html).html

describe('what the editor makes', () => {
  it.each([
    '<h1 style="text-align: center">养老服务合同</h1>',
    '<p style="text-align: justify; text-indent: 2em">甲方：<span data-placeholder="机构名称">机构名称</span></p>',
    '<p><strong>一、<em>服务</em></strong><u>内容</u><s>旧</s><span style="font-size: 14pt">大字</span></p>',
    '<ol start="3"><li><p>第三条</p></li></ol><ul><li><p>甲</p><ul><li><p>乙</p></li></ul></li></ul>',
    '<table data-plain="true"><colgroup><col style="width: 33.33%"><col></colgroup><tbody><tr><th colspan="2" colwidth="120,80"><p>项目</p></th></tr><tr><td><p>a</p></td><td rowspan="2"><p></p></td></tr></tbody></table>',
    '<p>前</p><div data-page-break="true"></div><p>后</p><hr><blockquote><p>注</p></blockquote>',
    '<p><span data-signature="甲方代表签字">甲方代表签字：</span><img src="/files/0190aa/%E5%8D%B0%E7%AB%A0.png" style="width: 40mm" data-seal="true"></p>',
    '<p>1 &lt; 2 &amp; 3&nbsp;4 &quot;引&quot;<br>换行</p>',
  ])('%s comes back unchanged', (html) => {
    expect(clean(html)).toBe(html)
    expect(clean(clean(html))).toBe(html)
  })
})

describe('what it cannot make', () => {
  it.each([
    ['<script>alert(1)</script><p>文</p>', '<p>文</p>'],
    ['<p>文<script>alert(1)', '<p>文</p>'],
    ['<p onclick="x()" style="position:fixed;text-align:right">文</p>', '<p style="text-align: right">文</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<img src="//evil.example/a.png"><img src="https://evil.example/a.png"><img src="javascript:alert(1)">', ''],
    ['<img src="/files/a/../../x">', ''],
    ['<a href="javascript:alert(1)">点</a>', '<p>点</p>'],
    ['<svg><p>文</p></svg><math><mtext></math>后', '<p>后</p>'],
    ['<iframe src="https://evil.example"></iframe><object data=x></object>', ''],
    ['<style>p{display:none}</style>文', '<p>文</p>'],
    ['<!--<p>--><p>文</p><![CDATA[x]]>', '<p>文</p>'],
    ['<p>a<b>b</p>c</b>', '<p>a<strong>b</strong></p><p>c</p>'],
    ['<td>无表</td>', '<p>无表</p>'],
    ['<table><tr><td>一<tr><td>二</table>', '<table><tr><td><p>一</p></td></tr><tr><td><p>二</p></td></tr></table>'],
    ['<table>漂<tr>浮</tr></table>', '<table><tr></tr></table>'],
    ['<div>一</div><div>二</div>', '<p>一</p><p>二</p>'],
    ['<p>&#60;script&#62;&lt;img onerror=1&gt;</p>', '<p>&lt;script&gt;&lt;img onerror=1&gt;</p>'],
    ['<p>&#0;&#xD800;&#x110000;\u0000x</p>', '<p>x</p>'],
    [
      '<span data-placeholder="老人姓名"><img src=x onerror=1>改过<span>的</span></span>后',
      '<p><span data-placeholder="老人姓名">老人姓名</span>后</p>',
    ],
    [
      "<span data-placeholder='\"><script>'>x</span>",
      '<p><span data-placeholder="&quot;script">&quot;script</span></p>',
    ],
    ['< p>1 < 2', '<p>&lt; p&gt;1 &lt; 2</p>'],
    ['<p style="text-indent:99em;font-size:99pt"><span style="font-size:99pt">文</span></p>', '<p>文</p>'],
  ])('%s', (html, expected) => {
    expect(clean(html)).toBe(expected)
    expect(clean(expected)).toBe(expected)
  })

  it('stays quick and flat on hostile nesting', () => {
    for (const piece of [
      '<b>',
      '<table><tr><td>',
      '<ul><li>',
      '<p ',
      '<!--',
      '<span data-placeholder="a">',
      '&',
      '<a="',
      '</p>',
    ])
      expect(clean(piece.repeat(40_000)).length).toBeLessThan(2_000_000)
    expect(clean('<blockquote>'.repeat(500)).split('<blockquote>').length).toBeLessThan(50)
  })
})

describe('filling', () => {
  const known: Record<string, string> = { 老人姓名: '王<b>秀兰', 老人住址: '杨浦区\n国定路', 空: ' ' }
  const values = { value: (name: string) => known[name] }

  it('puts values in as text and names what is missing', () => {
    const html =
      '<p>乙方：<span data-placeholder="老人姓名">老人姓名</span>，住<span data-placeholder="老人住址">x</span>，<span data-placeholder="监护人电话">x</span><span data-placeholder="空">空</span></p>'
    expect(fillHtml(html, values)).toEqual({
      html: '<p>乙方：王&lt;b&gt;秀兰，住杨浦区<br>国定路，<span data-missing="监护人电话">＿＿＿＿＿＿</span><span data-missing="空">＿＿＿＿＿＿</span></p>',
      missing: ['监护人电话', '空'],
    })
  })

  it('counts placeholders in the order they occur', () => {
    const { placeholders } = cleanDocument(
      '<p><span data-placeholder="乙"></span><span data-placeholder="甲"></span><span data-placeholder="乙"></span></p>',
    )
    expect([...placeholders]).toEqual([
      ['乙', 2],
      ['甲', 1],
    ])
  })

  it('knows an empty text', () => {
    expect(cleanDocument('<p></p><p> &#8203;</p><strong></strong>').hasContent).toBe(false)
    expect(cleanDocument('<p>甲</p>').hasContent).toBe(true)
  })
})
