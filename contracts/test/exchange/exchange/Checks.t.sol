// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {IExchangeBySig} from "../../base/IExchangeForms.sol";
import {Vm} from "../../base/Vm.sol";

contract ExchangeChecksTest is ExchangeBase {
    function test_LogsBuy() public {
        Order memory order = aLot();
        vm.recordLogs();
        buy(order, 3);
        Vm.Log memory log = vm.getRecordedLogs()[0];
        vm.assertEq(log.emitter, address(exchange), "before anything moves");
        vm.assertEq(log.topics[0], 0xdddcdb07e460849cf04a4445b7af9faf01b7f5c7ba75deaf969ac5ed830312c3, "topic");
        vm.assertEq(log.topics[1], bytes32(uint256(uint160(address(multi)))), "sellToken");
        vm.assertEq(log.topics[2], bytes32(uint256(7)), "sellTokenId");
        vm.assertEq(
            keccak256(log.data),
            keccak256(abi.encode(uint256(10), alice, address(0), uint256(0), 10 ether, bob, uint256(3), order.key.salt)),
            "data"
        );
    }

    function test_SelectorsAreDocumented() public pure {
        vm.assertEq(bytes32(IExchangeBySig.exchange.selector), bytes32(bytes4(0x9cec6392)), "exchange");
        vm.assertEq(bytes32(IExchange.cancel.selector), bytes32(bytes4(0xca120b1f)), "cancel");
    }

    function test_RevertGiven_Filled() public {
        Order memory order = aSale();
        buy(order, 1);
        assertOver(order, 0.05 ether);
    }

    /// Filling or cancelling one version ends them all.
    function test_RevertGiven_AnotherVersionIsSpent() public {
        Order memory cheaper = aSale();
        cheaper.buying = PRICE / 2;
        buy(cheaper, 1);
        buyReverts(aSale(), 1, abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, 5));
    }

    function test_RevertWhen_NotStarted() public {
        Order memory order = aSale();
        uint256 from = block.timestamp + 100;
        order.key.salt = saltOf(5, from, 0, 0);
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeOrderNotStarted.selector, from));
        vm.warp(from);
        buy(order, 1);
    }

    function test_RevertWhen_Expired() public {
        Order memory order = aSale();
        uint256 until = block.timestamp + 100;
        order.key.salt = saltOf(5, 0, until, 0);
        vm.warp(until + 1);
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeOrderExpired.selector, until));
        vm.warp(until);
        buy(order, 1);
    }

    /// [SALE-35]
    function test_RevertWhen_OwnerBuys() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.deal(alice, 2 ether);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSelfTrade.selector, alice));
        vm.prank(alice);
        exchange.exchange{value: 1.025 ether}(order, sig, FEE, none(), 1, bob);
    }

    /// [SOL-13]
    function test_RevertWhen_AssetTypeIsUnknown() public {
        Order memory order = aSale();
        order.key.sellAsset.assetType = 6;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeAssetTypeUnknown.selector, 6));
        order = aSale();
        order.key.buyAsset.assetType = 6;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeAssetTypeUnknown.selector, 6));
    }

    /// [SOL-13] allowed, but only with its voucher
    function test_RevertWhen_VoucherIsMissing() public {
        Order memory order = aSale();
        order.key.sellAsset.assetType = 5;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeVoucherMissing.selector, nft, 1));
    }

    function test_RevertWhen_SidesAreNoTrade() public {
        uint8[2][4] memory pairs = [[uint8(3), 3], [2, 3], [0, 1], [1, 1]];
        for (uint256 i; i < pairs.length; ++i) {
            Order memory order = aSale();
            order.key.sellAsset.assetType = pairs[i][0];
            order.key.buyAsset.assetType = pairs[i][1];
            (uint8 first, uint8 second) = pairs[i][0] > 1 ? (pairs[i][0], pairs[i][1]) : (pairs[i][1], pairs[i][0]);
            Sig memory sig = makerSig(ALICE_KEY, order);
            vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSidesUnsupported.selector, first, second));
            vm.prank(bob);
            exchange.exchange(order, sig, FEE, none(), 1, address(0));
        }
    }

    /// [TX-36] [TX-42]
    function test_RevertWhen_MoneyIsMalformed() public {
        Order memory order = aSale();
        order.key.buyAsset = item(address(pay), 0, 0);
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeMoneyInvalid.selector, pay, 0, 0));
        order.key.buyAsset = item(address(0), 1, 0);
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeMoneyInvalid.selector, address(0), 1, 0));
        order.key.buyAsset = item(address(0), 0, 1);
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeMoneyInvalid.selector, address(0), 0, 1));
        order.key.buyAsset = item(address(pay), 1, 1);
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeMoneyInvalid.selector, pay, 1, 1));
    }

    /// [TX-41]
    function test_RevertWhen_QuantityDoesNotFit() public {
        Order memory order = aSale();
        order.selling = 2;
        order.buying = 2 ether;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeQuantityInvalid.selector, 2));
        order.selling = 0;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangeQuantityInvalid.selector, 0));
    }

    /// [SALE-19]
    function test_RevertWhen_PriceDoesNotFit() public {
        Order memory order = aLot();
        order.buying = 0;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangePriceInvalid.selector, 0, 10));
        order.buying = 10 ether + 1;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangePriceInvalid.selector, 10 ether + 1, 10));
    }

    function test_RevertWhen_AmountIsZero() public {
        buyReverts(aLot(), 0, abi.encodeWithSelector(IExchange.ExchangeAmountInvalid.selector, 0, 1));
    }

    function test_RevertWhen_AmountIsAboveTheSale() public {
        buyReverts(aLot(), 11, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 11, 10));
        Order memory order = aSale();
        buyReverts(order, 2, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 2, 1));
    }

    /// [SOL-43] [SOL-44] an overflow is a panic, never a wrong amount
    function test_RevertWhen_AmountOverflows() public {
        Order memory order = aLot();
        order.buying = 10 * 2 ** 200;
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        vm.prank(bob);
        exchange.exchange(order, sig, FEE, none(), 2 ** 100, address(0));
    }

    function test_RevertGiven_Paused() public {
        vm.prank(operator);
        exchange.pause(24 hours);
        uint256 until = block.timestamp + 24 hours;
        buyReverts(aSale(), 1, abi.encodeWithSelector(bytes4(keccak256("FeesPaused(uint256)")), until));
        vm.warp(until);
        buy(aSale(), 1);
    }
}
