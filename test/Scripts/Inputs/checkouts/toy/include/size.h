#pragma once
#define SIZE 32
