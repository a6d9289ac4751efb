import type { Words } from './words.ts'

export const ar: Words = {
  direction: 'rtl',
  months: [
    ...['يناير', 'فبراير', 'مارس', 'أبريل', 'مايو', 'يونيو', 'يوليو', 'أغسطس', 'سبتمبر'],
    ...['أكتوبر', 'نوفمبر', 'ديسمبر'],
  ],
  day: (date, month, year) => `${date} ${month} ${year}`,
  month: (month, year) => `${month} ${year}`,
  and: (names) => names.join(' و'),
  readingTime: (minutes) => `مدة القراءة: ${minutes} د`,
  posts: (count) => `عدد المقالات: ${count}`,

  skip: 'انتقل إلى المحتوى',
  forPrograms: 'تجد البرامج جميع الصفحات والمقالات في',
  site: 'الموقع',
  search: 'بحث',
  years: 'الأرشيف',
  series: 'السلاسل',
  tags: 'المواضيع',
  developers: 'المطورون',
  contact: 'اتصل بنا',
  privacy: 'الخصوصية والشروط',
  sources: 'المصدر',
  feed: 'الخلاصة',

  newest: 'الأحدث',
  earlier: 'الأقدم',
  allPosts: (count) => `جميع المقالات (${count}) حسب السنة`,
  everyForm: 'كل مقال متاح أيضًا بصيغتي Markdown وJSON للبرامج والوكلاء:',
  contents: 'المحتويات',
  revised: 'روجع في',
  previous: 'السابق',
  next: 'التالي',
  related: 'مقالات ذات صلة',
  alsoAs: 'هذا المقال بصيغة',
  cite: 'للاستشهاد بهذا المقال',
  originally: 'نُشر أولًا في',

  breadcrumb: 'مسار التنقل',
  results: {
    title: (asked) => `بحث: ${asked}`,
    inSection: 'تحت',
    previous: 'النتائج السابقة',
    more: 'نتائج أخرى',
    address: (label, url) => `${label}: ${url}`,
    count: (total) => (total === 0 ? 'لا توجد نتائج' : `النتائج: ${total}`),
    noPage: (page) => `لا توجد صفحة ${page} لهذه النتائج.`,
    noWords: 'لا توجد كلمات يمكن البحث عنها.',
    cut: (characters) => `لم يُقرأ من نص البحث إلا أوله (عدد الأحرف: ${characters}).`,
    replaced: (term, by) => `لا يرد «${term}» في أي مقال؛ جرى البحث عن ${quoted(by)} بدلًا منه.`,
    nowhere: (terms) => `لا نتائج لـ ${quoted(terms)}.`,
    frequent: 'العبارة مكوّنة من كلمات شائعة، فجرى البحث عنها في أقرب المقالات فقط.',
  },

  lists: {
    titles: {
      time: (time) => `مقالات ${time}`,
      undated: 'مقالات بلا تاريخ',
      series: (label) => `سلسلة: ${label}`,
      tag: (tag) => `موضوع: ${tag}`,
    },
    undated: 'بلا تاريخ',
    part: (number) => `الجزء ${number}`,
    range: (from, to) => `${from} – ${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = { time: name, undated: 'بلا تاريخ', series: `سلسلة ${name}`, tag: `موضوع ${name}` }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `من ${span[0]} إلى ${span[1]}`)
      return `${publication}، ${what}. ${ar.posts(count)}${when ? ` (${when})` : ''}.`
    },
    newest: (title, date) => `الأحدث: ${title}${date && `، ${date}`}.`,
    headings: {
      posts: 'المقالات',
      all: 'الكل',
      newest: 'الأحدث',
      mostPosts: 'الأكثر استخدامًا',
      more: 'تصفّح',
    },
    by: { years: 'المقالات حسب السنة', 'all series': 'المقالات حسب السلسلة', tags: 'المقالات حسب الموضوع' },
    count: {
      years: (count) => `عدد السنوات: ${count}`,
      'all series': (count) => `عدد السلاسل: ${count}`,
      tags: (count) => `عدد المواضيع: ${count}`,
    },
  },

  copy: 'نسخ',
  copied: 'نُسخ',
  copyLink: 'نسخ رابط هذا المقطع',
  theme: 'المظهر',
  themes: { auto: 'النظام', light: 'فاتح', dark: 'داكن' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `«${term}»`).join('، ')
