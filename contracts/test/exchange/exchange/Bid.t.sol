// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";

contract ExchangeBidTest is ExchangeBase {
    /// The bidder pays the buyer fee on top, the accepter the seller fee and the royalty out of the price.
    function test_WhenAccepted() public {
        Order memory order = aBid(address(royal));
        accept(order, PRICE);
        vm.assertEq(royal.ownerOf(1), bob, "item");
        vm.assertEq(pay.balanceOf(alice), 0.925 ether, "seller");
        vm.assertEq(pay.balanceOf(carol), 0.05 ether, "creator");
        vm.assertEq(pay.balanceOf(treasury), 0.05 ether, "beneficiary");
        vm.assertEq(pay.balanceOf(bob), 1000 ether - 1.025 ether, "bidder");
        assertOver(order, 0);
    }

    function test_WhenMoneyGoesElsewhere() public {
        Order memory order = aBid(address(nft));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), PRICE, eve);
        vm.assertEq(pay.balanceOf(eve), 0.975 ether, "receiver of the money");
        vm.assertEq(nft.ownerOf(1), bob, "item");
        assertOver(order, 0);
    }

    /// `amount` of a bid is money: three items of 2 each are 6.
    function test_WhenFilledInParts() public {
        Order memory order = aLotBid();
        acceptReverts(order, 3 ether, abi.encodeWithSelector(IExchange.ExchangeAmountInvalid.selector, 3 ether, 2 ether));
        accept(order, 2 ether);
        vm.assertEq(exchange.filled(bob, order.key.salt), 1, "items, not money");
        acceptReverts(order, 6 ether, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 3, 2));
        accept(order, 4 ether);
        vm.assertEq(multi.balanceOf(bob, 7), 3, "items");
        vm.assertEq(pay.balanceOf(alice), 5.85 ether, "seller");
        assertOver(order, 0);
    }

    function test_RevertWhen_BuyerFeeIsAboveTheSalts() public {
        Order memory order = aBid(address(nft));
        order.key.salt = saltOf(9, 0, 0, FEE - 1);
        acceptReverts(order, PRICE, abi.encodeWithSelector(IExchange.ExchangeBuyerFeeAboveMaximum.selector, FEE, FEE - 1));
    }

    function test_WhenOperatorSignsWhatTheSaltAllows() public {
        Order memory order = aBid(address(nft));
        order.key.salt = saltOf(9, 0, 0, 100);
        Sig memory sig = makerSig(BOB_KEY, order);
        Sig memory fees = feeSig(FEE_KEY, order, 100);
        vm.prank(alice);
        exchange.exchange(order, sig, 100, fees, PRICE, address(0));
        vm.assertEq(pay.balanceOf(bob), 1000 ether - 1.01 ether, "bidder");
    }

    function test_RevertWhen_ABidPaysCoin() public {
        Order memory order = aBid(address(nft));
        order.key.sellAsset = coin();
        acceptReverts(order, PRICE, abi.encodeWithSelector(IExchange.ExchangeSidesUnsupported.selector, 0, 3));
    }

    function test_RevertWhen_CoinIsSent() public {
        Order memory order = aBid(address(nft));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.deal(alice, 1);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeValueWrong.selector, 1, 0));
        vm.prank(alice);
        exchange.exchange{value: 1}(order, sig, FEE, none(), PRICE, address(0));
    }

    function test_RevertWhen_TheMoneyGoesBackToTheBidder() public {
        Order memory order = aBid(address(nft));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangePaymentShort.selector, pay, 0.975 ether));
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), PRICE, bob);
    }

    function test_RevertWhen_BidderAccepts() public {
        Order memory order = aBid(address(nft));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSelfTrade.selector, bob));
        vm.prank(bob);
        exchange.exchange(order, sig, FEE, none(), PRICE, address(0));
    }

    function aLotBid() private view returns (Order memory) {
        return Order(OrderKey(bob, saltOf(10, 0, 0, FEE), money(), item(address(multi), 7, 2)), 6 ether, 3, FEE);
    }
}
