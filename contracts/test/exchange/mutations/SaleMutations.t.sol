// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Attempt, MutationBase} from "./MutationBase.sol";

/// @notice What a seller may sign, and how a buyer may answer.
contract SaleMutationsTest is MutationBase {
    function base() internal view override returns (Attempt memory a) {
        (a.order, a.fee, a.amount, a.caller, a.value) = (aSale(), FEE, 1, bob, due(PRICE, FEE));
        a.sig = makerSig(ALICE_KEY, a.order);
    }

    function moveAway() private {
        vm.prank(alice);
        nft.transferFrom(alice, carol, 1);
    }

    function test_RevertWhen_TheItemTypeIsUnknown() public {
        Attempt memory a = base();
        a.order.key.sellAsset.assetType = 6;
        fails(resigned(a), abi.encodeWithSignature("ExchangeAssetTypeUnknown(uint8)", 6));
    }

    function test_RevertWhen_TheMoneyTypeIsUnknown() public {
        Attempt memory a = base();
        a.order.key.buyAsset.assetType = 255;
        fails(resigned(a), abi.encodeWithSignature("ExchangeAssetTypeUnknown(uint8)", 255));
    }

    function test_RevertWhen_BothSidesAreItems() public {
        Attempt memory a = base();
        a.order.key.buyAsset = item(address(royal), 1, 3);
        fails(resigned(a), abi.encodeWithSignature("ExchangeSidesUnsupported(uint8,uint8)", 3, 3));
    }

    function test_RevertWhen_BothSidesAreMoney() public {
        Attempt memory a = base();
        a.order.key.sellAsset = money();
        fails(resigned(a), abi.encodeWithSignature("ExchangeSidesUnsupported(uint8,uint8)", 0, 1));
    }

    function test_RevertWhen_CoinHasAnAddress() public {
        Attempt memory a = base();
        a.order.key.buyAsset.token = address(pay);
        fails(resigned(a), abi.encodeWithSignature("ExchangeMoneyInvalid(address,uint256,uint8)", pay, 0, 0));
    }

    function test_RevertWhen_CoinHasAnId() public {
        Attempt memory a = base();
        a.order.key.buyAsset.tokenId = 1;
        fails(resigned(a), abi.encodeWithSignature("ExchangeMoneyInvalid(address,uint256,uint8)", address(0), 1, 0));
    }

    function test_RevertWhen_ATokenHasNoAddress() public {
        Attempt memory a = base();
        a.order.key.buyAsset.assetType = 1;
        fails(resigned(a), abi.encodeWithSignature("ExchangeMoneyInvalid(address,uint256,uint8)", address(0), 0, 1));
    }

    function test_RevertWhen_NothingIsSold() public {
        Attempt memory a = base();
        a.order.selling = 0;
        fails(resigned(a), abi.encodeWithSignature("ExchangeQuantityInvalid(uint256)", 0));
    }

    function test_RevertWhen_SeveralOfAnERC721AreSold() public {
        Attempt memory a = base();
        (a.order.selling, a.order.buying) = (2, 2 * PRICE);
        fails(resigned(a), abi.encodeWithSignature("ExchangeQuantityInvalid(uint256)", 2));
    }

    function test_RevertWhen_SeveralOfAnOldERC721AreSold() public {
        Attempt memory a = base();
        (a.order.key.sellAsset.assetType, a.order.selling) = (4, 3);
        fails(resigned(a), abi.encodeWithSignature("ExchangeQuantityInvalid(uint256)", 3));
    }

    function test_RevertWhen_ThePriceIsZero() public {
        Attempt memory a = base();
        a.order.buying = 0;
        fails(resigned(a), abi.encodeWithSignature("ExchangePriceInvalid(uint256,uint256)", 0, 1));
    }

    function test_RevertWhen_TheAmountIsZero() public {
        Attempt memory a = base();
        a.amount = 0;
        fails(resigned(a), abi.encodeWithSignature("ExchangeAmountInvalid(uint256,uint256)", 0, 1));
    }

    function test_RevertWhen_TheAmountIsAboveTheQuantity() public {
        Attempt memory a = base();
        a.amount = 2;
        fails(resigned(a), abi.encodeWithSignature("ExchangeAmountAboveLeft(uint256,uint256)", 2, 1));
    }

    function test_RevertWhen_ItIsTooEarly() public {
        Attempt memory a = base();
        a.order.key.salt = saltOf(5, block.timestamp + 1, 0, 0);
        fails(resigned(a), abi.encodeWithSignature("ExchangeOrderNotStarted(uint256)", block.timestamp + 1));
    }

    function test_RevertWhen_ItIsTooLate() public {
        Attempt memory a = base();
        a.order.key.salt = saltOf(5, 0, block.timestamp - 1, 0);
        fails(resigned(a), abi.encodeWithSignature("ExchangeOrderExpired(uint256)", block.timestamp - 1));
    }

    function test_RevertWhen_TheVoucherIsMissing() public {
        Attempt memory a = base();
        a.order.key.sellAsset.assetType = 5;
        fails(resigned(a), abi.encodeWithSignature("ExchangeVoucherMissing(address,uint256)", nft, 1));
    }

    function test_RevertWhen_TheSellerBuys() public {
        Attempt memory a = base();
        a.caller = alice;
        fails(resigned(a), abi.encodeWithSignature("ExchangeSelfTrade(address)", alice));
    }

    function test_RevertWhen_NoCoinIsSent() public {
        Attempt memory a = base();
        a.value = 0;
        fails(resigned(a), abi.encodeWithSignature("ExchangeValueWrong(uint256,uint256)", 0, 1.025 ether));
    }

    function test_RevertWhen_OneWeiIsMissing() public {
        Attempt memory a = base();
        a.value -= 1;
        fails(resigned(a), abi.encodeWithSignature("ExchangeValueWrong(uint256,uint256)", 1.025 ether - 1, 1.025 ether));
    }

    function test_RevertWhen_OneWeiIsTooMuch() public {
        Attempt memory a = base();
        a.value += 1;
        fails(resigned(a), abi.encodeWithSignature("ExchangeValueWrong(uint256,uint256)", 1.025 ether + 1, 1.025 ether));
    }

    function test_RevertWhen_TheBuyerFeeIsLower() public {
        Attempt memory a = base();
        a.fee = FEE - 1;
        fails(resigned(a), abi.encodeWithSignature("FeesBuyerFeeNotDefault(uint256,uint256)", FEE - 1, FEE));
    }

    function test_RevertWhen_TheBuyerFeeIsHigher() public {
        Attempt memory a = base();
        a.fee = FEE + 1;
        fails(resigned(a), abi.encodeWithSignature("FeesBuyerFeeNotDefault(uint256,uint256)", FEE + 1, FEE));
    }

    function test_RevertWhen_TheBuyerFeeIsAboveTheCap() public {
        Attempt memory a = base();
        a.fee = 1001;
        fails(resigned(a), abi.encodeWithSignature("FeesAboveCap(uint256,uint256)", 1001, 1000));
    }

    function test_RevertWhen_TheSellerFeeIsBelowTheMinimum() public {
        Attempt memory a = base();
        a.order.sellerFee = FEE - 1;
        fails(resigned(a), abi.encodeWithSignature("FeesSellerFeeBelowMinimum(uint256,uint256)", FEE - 1, FEE));
    }

    function test_RevertWhen_TheSellerFeeIsAboveTheCap() public {
        Attempt memory a = base();
        a.order.sellerFee = 1001;
        fails(resigned(a), abi.encodeWithSignature("FeesAboveCap(uint256,uint256)", 1001, 1000));
    }

    function test_RevertWhen_TheFeeSignatureIsByTheSeller() public {
        Attempt memory a = base();
        a.feeSig = feeSig(ALICE_KEY, a.order, FEE);
        fails(resigned(a), abi.encodeWithSignature("FeesSignatureInvalid(address)", alice));
    }

    function test_RevertWhen_TheFeeSignatureHasAHighS() public {
        Attempt memory a = base();
        a.feeSig = mirrored(feeSig(FEE_KEY, a.order, FEE));
        fails(resigned(a), abi.encodeWithSignature("FeesSignatureInvalid(address)", address(0)));
    }

    function test_RevertWhen_TheFeeSignatureIsGarbage() public {
        Attempt memory a = base();
        a.feeSig = Sig(27, 0, 0);
        fails(resigned(a), abi.encodeWithSignature("FeesSignatureInvalid(address)", address(0)));
    }

    function test_RevertWhen_TheItemIsGone() public {
        Attempt memory a = base();
        moveAway();
        fails(resigned(a), abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", proxy, 1));
    }

    function test_RevertWhen_TheItemWasNever() public {
        Attempt memory a = base();
        a.order.key.sellAsset.tokenId = 99;
        fails(resigned(a), abi.encodeWithSignature("ERC721NonexistentToken(uint256)", 99));
    }

    function test_RevertGiven_TheApprovalIsGone() public {
        Attempt memory a = base();
        vm.prank(alice);
        nft.setApprovalForAll(address(proxy), false);
        fails(a, abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", proxy, 1));
    }

    function test_RevertGiven_Paused() public {
        Attempt memory a = base();
        vm.prank(operator);
        exchange.pause(1 hours);
        fails(a, abi.encodeWithSignature("FeesPaused(uint256)", block.timestamp + 1 hours));
    }

    function test_RevertGiven_TheFeeWasRaised() public {
        Attempt memory a = base();
        vm.prank(operator);
        exchange.setBuyerFee(300);
        vm.warp(block.timestamp + 2 days);
        fails(a, abi.encodeWithSignature("FeesBuyerFeeNotDefault(uint256,uint256)", FEE, 300));
    }
}
