// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Asset, Order} from "../../../src/exchange/OrderTypes.sol";
import {EditionsBase} from "../../base/EditionsBase.sol";

/// @notice Sales of several units, by our own collection and for every kind of money.
contract ExchangeEditionsTest is EditionsBase {
    /// [TX-05]
    function test_WhenBoughtInParts() public {
        Order memory order = tenFor(coin(), 1 ether);
        buy(order, 3);
        vm.assertEq(token.balanceOf(bob, ID), 3, "three");
        vm.assertEq(alice.balance, 500 ether + 2.775 ether, "price less fee and royalty");
        vm.assertEq(carol.balance, 0.15 ether, "royalty");
        vm.assertEq(exchange.filled(alice, order.key.salt), 3, "counted");
        buy(order, 7);
        vm.assertEq(token.balanceOf(bob, ID), 10, "all");
        vm.assertEq(alice.balance, 500 ether + 9.25 ether, "all of the price");
        assertOver(order, 0.5 ether);
    }

    function test_WhenSeveralBuy() public {
        Order memory order = tenFor(coin(), 1 ether);
        buyAs(bob, order, 3);
        buyAs(eve, order, 6);
        buyAs(bob, order, 1);
        vm.assertEq(token.balanceOf(bob, ID), 4, "Bob");
        vm.assertEq(token.balanceOf(eve, ID), 6, "Eve");
        assertOver(order, 0.5 ether);
    }

    function test_RevertWhen_MoreIsBoughtThanIsLeft() public {
        Order memory order = tenFor(coin(), 1 ether);
        buyReverts(order, 11, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 11, 10));
        buy(order, 3);
        buyReverts(order, 8, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 8, 7));
        buyReverts(order, 0, abi.encodeWithSelector(IExchange.ExchangeAmountInvalid.selector, 0, 1));
        vm.assertEq(exchange.filled(alice, order.key.salt), 3, "as before");
    }

    /// Two prices, one count: a buyer at the old price takes from the same ten.
    function test_WhenThePriceIsEdited() public {
        Order memory order = tenFor(coin(), 1 ether);
        Order memory edited = tenFor(coin(), 0.5 ether);
        buy(order, 3);
        buy(edited, 4);
        vm.assertEq(exchange.filled(alice, order.key.salt), 7, "together");
        buyReverts(edited, 4, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 4, 3));
        buy(order, 3);
        assertOver(order, 0.05 ether * 6 + 0.025 ether * 4);
        buyReverts(edited, 1, abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, 6));
    }

    function test_GivenCancelledAfterAPart() public {
        Order memory order = tenFor(coin(), 1 ether);
        buy(order, 3);
        vm.prank(alice);
        exchange.cancel(order.key);
        vm.assertEq(exchange.filled(alice, order.key.salt), 3, "what was sold stays sold");
        vm.assertEq(token.balanceOf(alice, ID), 7, "the rest stays hers");
        assertOver(order, 0.15 ether);
        buyReverts(tenFor(coin(), 1), 1, abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, 6));
    }

    /// Six decimals: fees and royalty round down to the unit, and what they leave is the seller's.
    function test_WhenPaidInDollars() public {
        Order memory order = tenFor(Asset(address(dollar), 0, 1), 12_345_679);
        buy(order, 3);
        // 3 × 12.345679 = 37.037037; fee 0.925925925, royalty 1.85185185
        vm.assertEq(dollar.balanceOf(bob), 1000 * DOLLAR - 37_037_037 - 925_925, "buyer");
        vm.assertEq(dollar.balanceOf(carol), 1_851_851, "royalty");
        vm.assertEq(dollar.balanceOf(treasury), 925_925 * 2, "fees");
        vm.assertEq(dollar.balanceOf(alice), 1000 * DOLLAR + 37_037_037 - 925_925 - 1_851_851, "seller");
        buy(order, 7);
        vm.assertEq(token.balanceOf(bob, ID), 10, "items");
        assertOver(order, 0);
    }

    function test_WhenPaidInWrappedCoin() public {
        Order memory order = tenFor(Asset(address(wrapped), 0, 1), 2 ether);
        buy(order, 10);
        vm.assertEq(wrapped.balanceOf(bob), 500 ether - 20.5 ether, "buyer");
        vm.assertEq(wrapped.balanceOf(alice), 500 ether + 18.5 ether, "seller");
        vm.assertEq(wrapped.balanceOf(carol), 1 ether, "royalty");
        vm.assertEq(wrapped.balanceOf(treasury), 1 ether, "fees");
        vm.prank(alice);
        wrapped.withdraw(18.5 ether);
        vm.assertEq(alice.balance, 518.5 ether, "coin again");
        assertOver(order, 0);
    }

    /// Below 40 units a fee of 2.5 % is nothing; a rest of one unit is refused, see Exchange.
    function test_WhenDollarsAreTiny() public {
        Order memory order = tenFor(Asset(address(dollar), 0, 1), 3);
        buy(order, 10);
        vm.assertEq(dollar.balanceOf(bob), 1000 * DOLLAR - 30, "buyer");
        vm.assertEq(dollar.balanceOf(carol), 1, "royalty");
        vm.assertEq(dollar.balanceOf(treasury), 0, "fees");
        assertOver(order, 0);
    }

    function test_WhenABidIsAcceptedByTwo() public {
        vm.prank(alice);
        token.safeTransferFrom(alice, eve, ID, 4, "");
        Order memory order = bidFor(address(dollar), 5, 20 * DOLLAR);
        acceptAs(alice, order, 20 * DOLLAR * 2);
        vm.assertEq(exchange.filled(bob, order.key.salt), 2, "items");
        acceptAs(eve, order, 20 * DOLLAR * 3);
        vm.assertEq(token.balanceOf(bob, ID), 5, "items of the bidder");
        vm.assertEq(dollar.balanceOf(alice), 1037 * DOLLAR, "two of them");
        vm.assertEq(dollar.balanceOf(eve), 1055.5e6, "three of them");
        vm.assertEq(dollar.balanceOf(bob), 1000 * DOLLAR - 102.5e6, "bidder");
        assertOver(order, 0);
    }

    function test_RevertWhen_ABidIsOverfilled() public {
        Order memory order = bidFor(address(dollar), 5, 20 * DOLLAR);
        acceptReverts(order, 120 * DOLLAR, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 6, 5));
        accept(order, 40 * DOLLAR);
        acceptReverts(order, 80 * DOLLAR, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 4, 3));
        acceptReverts(order, 30 * DOLLAR, abi.encodeWithSelector(IExchange.ExchangeAmountInvalid.selector, 30 * DOLLAR, 20 * DOLLAR));
    }

    function test_RevertGiven_TheSellerHoldsLess() public {
        Order memory order = tenFor(coin(), 1 ether);
        vm.prank(alice);
        token.safeTransferFrom(alice, carol, ID, 8, "");
        buyReverts(order, 3, shortOf(alice, 2, 3));
        buy(order, 2);
        buyReverts(order, 1, shortOf(alice, 0, 1));
        vm.assertEq(exchange.filled(alice, order.key.salt), 2, "open for what she may get back");
    }

    function test_RevertGiven_TheApprovalIsGone() public {
        Order memory order = tenFor(coin(), 1 ether);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), false);
        buyReverts(order, 1, abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", proxy, alice));
    }

    function test_RevertGiven_TheBuyerIsShort() public {
        Order memory order = tenFor(Asset(address(dollar), 0, 1), 500 * DOLLAR);
        vm.prank(bob);
        dollar.approve(address(proxy), 100 * DOLLAR);
        // The fees of 12.5 twice come first, then the royalty of 25, which may fail alone.
        bytes4 allowance = bytes4(keccak256("ERC20InsufficientAllowance(address,uint256,uint256)"));
        buyReverts(order, 1, abi.encodeWithSelector(allowance, proxy, 50 * DOLLAR, 462.5e6));
        vm.prank(bob);
        dollar.approve(address(proxy), type(uint256).max);
        bytes4 balance = bytes4(keccak256("ERC20InsufficientBalance(address,uint256,uint256)"));
        buyReverts(order, 2, abi.encodeWithSelector(balance, bob, 900 * DOLLAR, 925 * DOLLAR));
    }

    /// The standard in the order decides how it moves; the wrong one moves nothing.
    function test_RevertWhen_TheStandardIsWrong() public {
        Order memory order = tenFor(coin(), 1 ether);
        (order.selling, order.buying) = (1, 1 ether);
        order.key.sellAsset.assetType = 3;
        buyReverts(order, 1, "");
        order.key.sellAsset.assetType = 4;
        buyReverts(order, 1, "");
        Order memory single = aSale();
        single.key.sellAsset.assetType = 2;
        buyReverts(single, 1, "");
    }

    /// However many buy whatever parts at whatever price: the ten are sold once, and the money adds up.
    function testFuzz_AnyPartsByAnyone(uint256 unit, uint256 seed, bool inDollars) public {
        unit = bound(unit, 3, 20 * DOLLAR);
        Order memory order = tenFor(inDollars ? Asset(address(dollar), 0, 1) : Asset(address(wrapped), 0, 1), unit);
        uint256 left = 10;
        for (uint256 i; left > 0; ++i) {
            uint256 part = bound(uint256(keccak256(abi.encode(seed, i))), 1, left);
            buyAs(i % 2 == 0 ? bob : eve, order, part);
            left -= part;
        }
        vm.assertEq(token.balanceOf(bob, ID) + token.balanceOf(eve, ID), 10, "items");
        address[5] memory all = [alice, bob, eve, carol, treasury];
        uint256 sum;
        for (uint256 i; i < all.length; ++i) {
            sum += inDollars ? dollar.balanceOf(all[i]) : wrapped.balanceOf(all[i]);
        }
        vm.assertEq(sum, inDollars ? 3000 * DOLLAR : 1500 ether, "money");
        assertOver(order, 0);
    }
}
