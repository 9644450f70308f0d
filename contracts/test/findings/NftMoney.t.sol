// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../src/auction/IAuctionExchange.sol";
import {AuctionBase, Settling} from "../base/AuctionBase.sol";
import {HookedERC20} from "../base/Hostile.sol";
import {PlainERC20, PlainERC721} from "../base/PlainTokens.sol";

/// @notice Money that refuses one account.
contract RefusingERC20 is PlainERC20 {
    address private immutable _refused;

    constructor(address refused) {
        _refused = refused;
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(to != _refused, "refused");
        super._update(from, to, amount);
    }
}

/// @notice A losing bidder that sends its dividend on as soon as it comes.
contract MovingOn {
    HookedERC20 private immutable _money;

    constructor(HookedERC20 money) {
        _money = money;
    }

    function move() external {
        uint256 amount = _money.balanceOf(address(this));
        if (amount != 0) _money.transfer(address(0xdead), amount);
    }
}

/// @notice An item dressed as money, where the losing bidders share the whole price and the owner's part measures nothing.
contract NftMoneyTest is AuctionBase {
    PlainERC721 private apes;

    function setUp() public override {
        super.setUp();
        apes = new PlainERC721();
        vm.prank(bob);
        apes.setApprovalForAll(address(proxy), true);
    }

    function settlingFor(address money, uint256 total, uint256 count) private view returns (Settling memory s) {
        AuctionOrder memory order = anAuction(address(nft));
        (order.key.buyAsset.token, order.buying, order.encourage, order.sellerFee) = (money, 1, 10_000, 0);
        s = settlingOf(order, losers(count));
        (s.total, s.fee) = (total, 0);
        resign(s);
    }

    function short(uint256 due) private view returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionPaymentShort.selector, apes, due);
    }

    /// [F-85]
    function test_F85_RevertWhen_AnItemIsTheWholeDividend() public {
        apes.give(bob, 1234);
        settleReverts(settlingFor(address(apes), 1234, 1), short(1234));
        vm.assertEq(apes.ownerOf(1234), bob, "kept");
    }

    /// [F-85] The owner's part of one unit would be an item too.
    function test_F85_RevertWhen_AnItemIsAllButOneUnit() public {
        apes.give(bob, 1);
        apes.give(bob, 617);
        AuctionOrder memory order = anAuction(address(nft));
        (order.key.buyAsset.token, order.buying, order.encourage, order.sellerFee) = (address(apes), 1, 9_999, 0);
        Settling memory s = settlingOf(order, losers(1));
        (s.total, s.fee) = (618, 0);
        resign(s);
        settleReverts(s, short(617));
    }

    /// [F-85]
    function test_F85_WhenMoneyIsTheWholeDividend() public {
        settle(settlingFor(address(pay), 3 ether, 3));
        vm.assertEq(pay.balanceOf(losers(3)[2]), 1 ether, "shared");
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-85] A loser that moves its dividend on, as ERC-777 lets it, stops nothing.
    function test_F85_WhenTheFirstRecipientMovesItsDividendOn() public {
        HookedERC20 money = new HookedERC20();
        MovingOn mover = new MovingOn(money);
        money.give(bob, 10 ether);
        money.reenter(address(mover), abi.encodeCall(mover.move, ()));
        vm.prank(bob);
        money.approve(address(proxy), type(uint256).max);
        Settling memory s = settlingFor(address(money), 2 ether, 0);
        s.recipients = new address[](1);
        s.recipients[0] = address(mover);
        resign(s);
        settle(s);
        vm.assertEq(money.balanceOf(address(0xdead)), 2 ether, "moved on");
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-85] A blocked bidder stops no settlement: its share is the owner's, which is measured.
    function test_F85_WhenTheFirstRecipientIsRefused() public {
        RefusingERC20 money = new RefusingERC20(losers(1)[0]);
        money.give(bob, 10 ether);
        vm.prank(bob);
        money.approve(address(proxy), type(uint256).max);
        settle(settlingFor(address(money), 3 ether, 3));
        vm.assertEq(money.balanceOf(alice), 1 ether, "its share");
        vm.assertEq(money.balanceOf(losers(3)[1]), 1 ether, "the others'");
    }
}
