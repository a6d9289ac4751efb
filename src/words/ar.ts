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

  inSection: 'تحت',
  previousResults: 'النتائج السابقة',
  moreResults: 'نتائج أخرى',

  copy: 'نسخ',
  copied: 'نُسخ',
  copyLink: 'نسخ رابط هذا المقطع',
  theme: 'الألوان',
  themes: { auto: 'حسب النظام', light: 'فاتحة', dark: 'داكنة' },
}
