/** A usual receipt in each language of the product, as sheets for the PDF. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'

const NUMBER = 'R-9f3c2a-2026-000001'
const REFERENCE = '7F3K-9QXM'
const OPERATOR = ['Landfall Ltd', '1 Harbour Street, Manchester M1 1AA', 'United Kingdom', 'GB 123 4567 89']
const ISSUER = 'Landfall Ltd · 1 Harbour Street, Manchester · hello@landfall.example'

type Words = {
  title: string
  facts: [number: string, issued: string, supplied: string, reference: string]
  dates: [string, string]
  parties: [seller: string, buyer: string, issuer: string]
  seller: string[]
  buyer: string
  head: string[]
  session: string
  rate: string
  /** VAT, price before it, price. */
  amounts: [string, string, string]
  totals: [net: string, vat: string, paid: string]
  notes: string[]
}

const receipt = (language: string, words: Words): DocumentSheet => ({
  language,
  title: words.title,
  facts: [
    [words.facts[0], NUMBER],
    [words.facts[1], words.dates[0]],
    [words.facts[2], words.dates[1]],
    [words.facts[3], REFERENCE],
  ],
  parties: [
    { label: words.parties[0], lines: words.seller },
    { label: words.parties[1], lines: [words.buyer] },
    { label: words.parties[2], lines: OPERATOR },
  ],
  head: words.head,
  rows: [[words.session, words.rate, words.amounts[0], words.amounts[2]]],
  totals: [
    [words.totals[0], words.amounts[1]],
    [words.totals[1], words.amounts[0]],
    [words.totals[2], words.amounts[2]],
  ],
  notes: words.notes,
  issuer: ISSUER,
})

export const RECEIPTS = {
  en: receipt('en', {
    title: 'Receipt',
    facts: ['Number', 'Date of issue', 'Date of supply', 'Booking reference'],
    dates: ['28 November 2026', '2 December 2026'],
    parties: ['Seller', 'Buyer', 'Issued in the seller’s name by'],
    seller: ['Ananya Rao', '14 Marine Drive', 'Mumbai 400020', 'India', 'GSTIN 27AAAPA1234A1Z5'],
    buyer: 'Łukasz Đặng-Müller',
    head: ['Description', 'VAT rate', 'VAT', 'Amount'],
    session: 'CV review with Ananya Rao, 60 minutes: Mumbai → Manchester',
    rate: '20%',
    amounts: ['£6.67', '£33.33', '£40.00'],
    totals: ['Net', 'VAT 20%', 'Total paid'],
    notes: ['Prices include VAT.', 'This receipt was issued by Landfall Ltd in the name and on behalf of the seller.'],
  }),
  es: receipt('es', {
    title: 'Recibo',
    facts: ['Número', 'Fecha de expedición', 'Fecha de la operación', 'Referencia de la reserva'],
    dates: ['28 de noviembre de 2026', '2 de diciembre de 2026'],
    parties: ['Vendedor', 'Comprador', 'Expedido en nombre del vendedor por'],
    seller: ['Iñaki Muñoz Peña', 'Calle de la Ribera, 12', '48005 Bilbao', 'España', 'ES12345678Z'],
    buyer: 'Zoë Núñez',
    head: ['Descripción', 'Tipo de IVA', 'IVA', 'Importe'],
    session: 'Revisión del currículum con Iñaki Muñoz Peña, 60 minutos',
    rate: '21 %',
    amounts: ['6,94 €', '33,06 €', '40,00 €'],
    totals: ['Base imponible', 'IVA (21 %)', 'Total pagado'],
    notes: ['Los precios incluyen el IVA. ¿Tienes alguna pregunta? Escríbenos.'],
  }),
  fr: receipt('fr', {
    title: 'Reçu',
    facts: ['Numéro', 'Date d’émission', 'Date de la prestation', 'Référence de la réservation'],
    dates: ['28 novembre 2026', '2 décembre 2026'],
    parties: ['Vendeur', 'Acheteur', 'Émis au nom du vendeur par'],
    seller: ['Cœur Bérénice', '3, rue de l’Évêché', '13002 Marseille', 'France'],
    buyer: 'Gaël L’Hôte',
    head: ['Désignation', 'Taux de TVA', 'TVA', 'Montant'],
    session: 'Relecture de CV avec Cœur Bérénice, 60 minutes',
    rate: '20 %',
    amounts: ['6,67 €', '33,33 €', '40,00 €'],
    totals: ['Total HT', 'TVA 20 %', 'Total payé'],
    notes: ['Les prix sont indiqués toutes taxes comprises.'],
  }),
  'pt-BR': receipt('pt-BR', {
    title: 'Recibo',
    facts: ['Número', 'Data de emissão', 'Data da prestação', 'Referência da reserva'],
    dates: ['28 de novembro de 2026', '2 de dezembro de 2026'],
    parties: ['Vendedor', 'Comprador', 'Emitido em nome do vendedor por'],
    seller: ['João Conceição', 'Rua das Gaivotas, 88', 'Florianópolis – SC', 'Brasil'],
    buyer: 'Íris Brandão',
    head: ['Descrição', 'Alíquota', 'Imposto', 'Valor'],
    session: 'Revisão de currículo com João Conceição, 60 minutos',
    rate: '20%',
    amounts: ['R$ 40,00', 'R$ 200,00', 'R$ 240,00'],
    totals: ['Valor líquido', 'Imposto (20%)', 'Total pago'],
    notes: ['Os preços incluem impostos.'],
  }),
  hi: receipt('hi', {
    title: 'रसीद',
    facts: ['संख्या', 'जारी करने की तिथि', 'आपूर्ति की तिथि', 'बुकिंग संदर्भ'],
    dates: ['28 नवंबर 2026', '2 दिसंबर 2026'],
    parties: ['विक्रेता', 'खरीदार', 'विक्रेता के नाम से जारीकर्ता'],
    seller: ['अनन्या राव', 'मरीन ड्राइव', 'मुंबई 400020', 'भारत'],
    buyer: 'श्रीकृष्ण क्षत्रिय',
    head: ['विवरण', 'वैट दर', 'वैट', 'राशि'],
    session: 'अनन्या राव के साथ सीवी समीक्षा, 60 मिनट',
    rate: '20%',
    amounts: ['₹166.67', '₹833.33', '₹1,000.00'],
    totals: ['शुद्ध राशि', 'वैट 20%', 'कुल भुगतान'],
    notes: ['कीमतों में वैट शामिल है।'],
  }),
  'zh-Hans': receipt('zh-Hans', {
    title: '收据',
    facts: ['编号', '开具日期', '供应日期', '预订编号'],
    dates: ['2026年11月28日', '2026年12月2日'],
    parties: ['卖方', '买方', '以卖方名义开具'],
    seller: ['阿南雅·拉奥', '上海市浦东新区世纪大道100号', '中国'],
    buyer: '欧阳雪梅',
    head: ['说明', '增值税率', '增值税', '金额'],
    session: '与阿南雅·拉奥进行的简历审阅，60分钟：孟买 → 曼彻斯特',
    rate: '20%',
    amounts: ['¥66.67', '¥333.33', '¥400.00'],
    totals: ['净额', '增值税 20%', '实付总额'],
    notes: ['价格已含增值税。', '本收据由 Landfall Ltd 以卖方的名义并代表卖方开具。如有疑问，请回复随附的电子邮件。'],
  }),
  ar: receipt('ar', {
    title: 'إيصال',
    facts: ['الرقم', 'تاريخ الإصدار', 'تاريخ التوريد', 'مرجع الحجز'],
    dates: ['28 نوفمبر 2026', '2 ديسمبر 2026'],
    parties: ['البائع', 'المشتري', 'صدر باسم البائع من'],
    seller: ['ليلى حداد', 'شارع الحمرا', 'بيروت', 'لبنان'],
    buyer: 'يوسف الأحمد',
    head: ['الوصف', 'نسبة الضريبة', 'الضريبة', 'المبلغ'],
    session: 'مراجعة السيرة الذاتية مع \u2068Ananya Rao\u2069، 60 دقيقة',
    rate: '20\u200E%\u200E',
    amounts: ['\u200F6.67 £', '\u200F33.33 £', '\u200F40.00 £'],
    totals: ['الصافي', 'ضريبة القيمة المضافة', 'المجموع المدفوع'],
    notes: ['أصدرت \u2068Landfall Ltd\u2069 هذا الإيصال باسم البائع، رقم \u2068R-9f3c2a-2026-000001\u2069.'],
  }),
} satisfies Record<string, DocumentSheet>
