// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order, OrderKey} from "../../../src/exchange/OrderTypes.sol";
import {Attempt, MutationBase} from "./MutationBase.sol";

/// @notice What a bidder may sign, and how a holder may answer.
contract BidMutationsTest is MutationBase {
    function base() internal view override returns (Attempt memory a) {
        OrderKey memory key = OrderKey(bob, saltOf(9, 0, 0, FEE), money(), item(address(multi), 7, 2));
        (a.order, a.fee, a.amount, a.caller) = (Order(key, 10 * PRICE, 10, FEE), FEE, PRICE, alice);
        a.sig = makerSig(BOB_KEY, a.order);
    }

    function test_RevertWhen_TheBidIsInCoin() public {
        Attempt memory a = base();
        a.order.key.sellAsset = coin();
        fails(resigned(a), abi.encodeWithSignature("ExchangeSidesUnsupported(uint8,uint8)", 0, 2));
    }

    function test_RevertWhen_TheUnitPriceIsNotWhole() public {
        Attempt memory a = base();
        a.order.selling += 1;
        fails(resigned(a), abi.encodeWithSignature("ExchangePriceInvalid(uint256,uint256)", 10 ether + 1, 10));
    }

    function test_RevertWhen_NothingIsWanted() public {
        Attempt memory a = base();
        a.order.buying = 0;
        fails(resigned(a), abi.encodeWithSignature("ExchangeQuantityInvalid(uint256)", 0));
    }

    function test_RevertWhen_TheAmountIsNoMultiple() public {
        Attempt memory a = base();
        a.amount -= 1;
        fails(resigned(a), abi.encodeWithSignature("ExchangeAmountInvalid(uint256,uint256)", PRICE - 1, PRICE));
    }

    function test_RevertWhen_TheAmountIsAboveTheBid() public {
        Attempt memory a = base();
        a.amount = 11 * PRICE;
        fails(resigned(a), abi.encodeWithSignature("ExchangeAmountAboveLeft(uint256,uint256)", 11, 10));
    }

    function test_RevertWhen_TheAmountOfABidIsZero() public {
        Attempt memory a = base();
        a.amount = 0;
        fails(resigned(a), abi.encodeWithSignature("ExchangeAmountInvalid(uint256,uint256)", 0, PRICE));
    }

    function test_RevertWhen_TheSaltAllowsLess() public {
        Attempt memory a = base();
        a.order.key.salt = saltOf(9, 0, 0, FEE - 1);
        fails(resigned(a), abi.encodeWithSignature("ExchangeBuyerFeeAboveMaximum(uint256,uint256)", FEE, FEE - 1));
    }

    function test_RevertWhen_TheBidderAccepts() public {
        Attempt memory a = base();
        a.caller = bob;
        fails(resigned(a), abi.encodeWithSignature("ExchangeSelfTrade(address)", bob));
    }

    function test_RevertWhen_CoinComesWithABid() public {
        Attempt memory a = base();
        a.value = 1;
        fails(resigned(a), abi.encodeWithSignature("ExchangeValueWrong(uint256,uint256)", 1, 0));
    }

    function test_RevertWhen_AThirdAccountHasNone() public {
        Attempt memory a = base();
        a.caller = eve;
        fails(resigned(a), abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", proxy, eve));
    }

    function test_RevertWhen_TheMoneyHasAnId() public {
        Attempt memory a = base();
        a.order.key.sellAsset.tokenId = 1;
        fails(resigned(a), abi.encodeWithSignature("ExchangeMoneyInvalid(address,uint256,uint8)", pay, 1, 1));
    }

    function test_RevertWhen_TheWantedTypeIsUnknown() public {
        Attempt memory a = base();
        a.order.key.buyAsset.assetType = 9;
        fails(resigned(a), abi.encodeWithSignature("ExchangeAssetTypeUnknown(uint8)", 9));
    }

    function test_RevertWhen_AnUnmintedItemIsWanted() public {
        Attempt memory a = base();
        a.order.key.buyAsset.assetType = 5;
        fails(resigned(a), abi.encodeWithSignature("ExchangeVoucherMissing(address,uint256)", multi, 7));
    }

    function test_RevertWhen_TheProceedsAreOneUnit() public {
        Attempt memory a = base();
        (a.order.selling, a.amount) = (10, 1);
        fails(resigned(a), abi.encodeWithSignature("ExchangePaymentShort(address,uint256)", pay, 1));
    }

    function test_RevertGiven_TheBidderIsPoor() public {
        Attempt memory a = base();
        vm.prank(bob);
        pay.transfer(eve, 1000 ether - 1);
        fails(a, abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", bob, 1, 0.05 ether));
    }

    function test_RevertGiven_TheAllowanceIsLow() public {
        Attempt memory a = base();
        vm.prank(bob);
        pay.approve(address(proxy), 1);
        fails(a, abi.encodeWithSignature("ERC20InsufficientAllowance(address,uint256,uint256)", proxy, 1, 0.05 ether));
    }

    function test_RevertGiven_TheHolderHasTooFew() public {
        Attempt memory a = base();
        vm.prank(alice);
        multi.safeTransferFrom(alice, carol, 7, 100, "");
        fails(a, abi.encodeWithSignature("ERC1155InsufficientBalance(address,uint256,uint256,uint256)", alice, 0, 1, 7));
    }
}
