import sharp from 'sharp';

// Uses one thread of libuv's pool for each image, and caches nothing.
sharp.concurrency(1);
sharp.cache(false);
// libvips chooses a loader by the image's bytes. Blocks every loader except those for JPEG, PNG and WebP.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) });

export { sharp };
