// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {AuctionOrder} from "../../src/auction/AuctionTypes.sol";
import {Order} from "../../src/exchange/OrderTypes.sol";
import {AuctionBase} from "../base/AuctionBase.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";

/// @notice What a transfer costs depends on what its sender has done with the token: delegated to many, entered many markets.
contract DearERC20 is ERC20("Dear", "DEA") {
    mapping(address sender => uint256) public costOf;

    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setCost(uint256 gas_) external {
        costOf[msg.sender] = gas_;
    }

    function _update(address from, address to, uint256 value) internal override {
        uint256 cost = costOf[from];
        for (uint256 left = gasleft(); left - gasleft() < cost;) {}
        super._update(from, to, value);
    }
}

/// @notice A known limit (decision 21a): a payer whose transfers cost more than a bounded payment may use leaves the creator's
/// royalty with the seller. It gains nothing by that itself, and pays the platform's fee all the same.
contract DearPaymentsTest is ExchangeBase {
    DearERC20 private dear;

    function setUp() public override {
        super.setUp();
        dear = new DearERC20();
        dear.give(bob, 1000 ether);
        vm.prank(bob);
        dear.approve(address(proxy), type(uint256).max);
    }

    function buyAt(uint256 cost) private {
        vm.prank(bob);
        dear.setCost(cost);
        Order memory order = aSale(address(royal));
        order.key.buyAsset = item(address(dear), 0, 1);
        buy(order, 1);
        vm.assertEq(royal.ownerOf(1), bob, "item");
        vm.assertEq(dear.balanceOf(bob), 1000 ether - 1.025 ether, "the buyer pays as much");
    }

    function test_WhenATransferIsWithinTheBound() public {
        buyAt(140_000);
        vm.assertEq(dear.balanceOf(carol), 0.05 ether, "creator");
        vm.assertEq(dear.balanceOf(treasury), 0.05 ether, "fees");
    }

    function test_WhenATransferIsAboveTheBound() public {
        buyAt(195_000);
        vm.assertEq(dear.balanceOf(alice), 0.975 ether, "the seller keeps the royalty");
        vm.assertEq(dear.balanceOf(carol), 0, "creator");
        vm.assertEq(dear.balanceOf(address(exchange)), 0.05 ether, "the fees are held");
    }
}

/// @notice The same for the shares of losing bidders, which have 70,000 gas each where there are two hundred of them.
contract DearSharesTest is AuctionBase {
    function arrived(uint256 count, uint256 cost) private returns (uint256 shares) {
        DearERC20 dear = new DearERC20();
        dear.give(bob, INITIAL_BALANCE);
        vm.startPrank(bob);
        dear.approve(address(proxy), type(uint256).max);
        dear.setCost(cost);
        vm.stopPrank();
        AuctionOrder memory order = anAuction(address(nft));
        (order.key.buyAsset.token, order.encourage) = (address(dear), 1000);
        settle(settlingOf(order, losers(count)));
        for (uint256 i; i < count; ++i) {
            if (dear.balanceOf(losers(count)[i]) != 0) ++shares;
        }
    }

    function test_WhenSharesAreWithinTheBound() public {
        vm.assertEq(arrived(3, 140_000), 3, "of three");
    }

    function test_WhenManySharesAreWithinTheBound() public {
        vm.assertEq(arrived(200, 25_000), 200, "of two hundred");
    }

    function test_WhenManySharesAreAboveTheBound() public {
        vm.assertEq(arrived(200, 70_000), 0, "of two hundred");
    }
}
