import { stills } from './media.ts';

const size = { width: 988, height: 556, widths: [988] };

/** Words of an empty shop's emails, by kind. */
export const emails = {
  shared: {
    greeting: 'Hello, {firstName}.',
    help: 'Just reply. We’re here {supportHours}.',
    signOff: '',
    pictureNote: 'Computer-generated illustration',
  },
  order_confirmation: {
    subject: 'Your {shopName} order {orderNumber} is confirmed',
    heading: 'Thank you, {firstName}',
    text: 'We’ve got your order {orderNumber} of {placedAt}, and we’re getting it ready.',
    button: 'Track Your Order',
    returns: {
      label: 'NOT FOR YOU?',
      text: 'Try it for {guaranteeDays} days. If you change your mind, open your order, choose “Return an item”, and we’ll email you a free label.',
    },
    picture: { src: '/media/mailglide', ...size, alt: stills.glide.alt },
  },
  order_shipped: {
    subject: 'Your {shopName} order {orderNumber} is on its way',
    heading: 'It’s on its way, {firstName}',
    text: '{carrier} has your package.',
    textWithoutCarrier: 'Your package has shipped.',
    button: 'Track Your Order',
    picture: { src: '/media/mailcalm', ...size, alt: stills.calm.alt },
  },
  order_out_for_delivery: {
    subject: 'Your {shopName} order {orderNumber} arrives today',
    heading: 'It arrives today, {firstName}',
    text: 'Your package is out for delivery with {carrier}.',
    textWithoutCarrier: 'Your package is out for delivery.',
    button: 'Track Your Order',
  },
  order_delivered: {
    subject: 'Your {shopName} order {orderNumber} was delivered',
    heading: 'It’s here, {firstName}',
    text: 'Your package was delivered. Enjoy your first minute.',
    button: 'See Your Order',
  },
  order_cancelled: {
    subject: 'Your {shopName} order {orderNumber} is cancelled',
    heading: 'Your order is cancelled, {firstName}',
    text: 'Your order {orderNumber} is cancelled and won’t ship.',
    refund: 'We’ll refund {amount} to your original payment method, and email you once it’s on its way.',
    noRefund: 'There is nothing left to refund.',
    button: 'See Your Order',
  },
  order_refunded: {
    subject: 'Your refund of {amount} for order {orderNumber}',
    heading: 'Your refund is on its way, {firstName}',
    text: 'We refunded {amount}, {part} for order {orderNumber}, to your original payment method. It shows on your statement within {refundVisibleDays} business days.',
    button: 'See Your Order',
  },
  return_opened: {
    subject: 'We got your return request {code}',
    heading: 'We got your return request, {firstName}',
    text: 'Your return {code} of order {orderNumber} is set up. Return shipping is free: we’ll email you a prepaid label. Please wait for it before you ship.',
    button: 'See Your Order',
  },
  return_label: {
    subject: 'Your return {code} has its label',
    heading: 'Here is your return label, {firstName}',
    text: 'Stick the prepaid label on the box and put the return slip inside, so that we know it’s {code}. The slip alone is not postage.',
    button: 'Open the Label',
  },
  return_received: {
    subject: 'Your return {code} has arrived',
    heading: 'Your return has arrived, {firstName}',
    text: 'We have your return {code}.',
    refund: 'We’ll refund you within {refundDays} business days, and email you once the money is on its way.',
    noRefund: 'There is nothing left to refund for this order.',
    button: 'See Your Order',
  },
  return_declined: {
    subject: 'Your return {code} is closed without a refund',
    heading: 'Your return is closed, {firstName}',
    text: 'We closed your return {code} of order {orderNumber} without a refund: {reason}',
    button: 'See Your Order',
  },
  phone_order: {
    subject: 'Your {shopName} order is ready to pay',
    heading: 'Your order is ready to pay',
    text: 'Thank you for your call. We’ve filled in your address: check it, choose the shipping, and pay.',
    note: 'Shipping, tax and discounts are shown at the checkout.',
    validity: 'This link works until {validUntil}. Your items are reserved once you open the checkout.',
    button: 'Pay now',
  },
  review_request: {
    subject: 'How is your {shopName} routine going?',
    heading: 'How is your routine going?',
    text: 'You’ve had your wand for a little while. How is it? Tap a star, add a few honest words, and help the next person decide.',
    stars: 'Tap to rate',
    button: 'Write a review',
  },
  abandoned_checkout: {
    subject: 'You left something at {shopName}',
    heading: 'Still thinking it over?',
    text: 'Your cart is saved. One tap brings it back, right where you left off.',
    note: '{guaranteeDays} days to try it. Free return label.',
    button: 'Return to my cart',
  },
  capture_code: {
    subject: 'Your {discount} discount code',
    heading: 'Here is your {discount} discount',
    text: 'Open the shop with the button and we’ll take it off at the checkout. It works once, on everything in your cart.',
    button: 'Shop with my code',
  },
  quiz_plan: {
    subject: '{headline}',
    heading: '{headline}',
    note: '{guaranteeDays} days to try it. {ifFreeShipping}Free shipping. Free returns.',
    button: 'See the wand',
  },
  back_in_stock: {
    subject: 'It’s back, with {discount} off',
    heading: 'The wand is back in stock',
    text: 'You asked us to tell you. Your code takes {discount} off, once.',
    button: 'Shop with my code',
  },
  verify_email: {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    button: 'Confirm email',
  },
  account_exists: {
    subject: 'You already have an account',
    heading: 'You already have an account',
    button: 'Sign in',
  },
  reset_password: {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    button: 'Choose a password',
  },
  password_changed: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    button: 'Choose another password',
  },
  confirm_device: {
    subject: 'Sign in from a new browser',
    heading: 'Sign in from a new browser',
    button: 'Allow this browser',
  },
  second_factor_reset: {
    subject: 'Your authenticator was turned off',
    heading: 'Your authenticator was turned off',
    button: 'Open Security',
  },
  second_factor_reset_by: {
    subject: 'You turned off an authenticator',
    heading: 'You turned off an authenticator',
    button: 'Open the account',
  },
  invitation: {
    subject: 'Your invitation',
    heading: 'Your invitation',
    button: 'Accept the invitation',
  },
  data_erased: {
    subject: 'Your data is deleted',
    heading: 'Your data is deleted',
    button: 'Open the shop',
  },
  contact_answer: { subject: 'Our answer to your message {reference}', heading: 'Our answer' },
};
